import { useLanguage, useWords } from '../../app/language.tsx'
import { Field as Labelled, Select } from '../../design/field.tsx'
import { fieldWords } from './field-words.ts'

/** ISO codes of countries and territories with phone numbers. India comes first. */
const CODES =
  'IN AE AU BD BH BT CA CH CN DE DK ES FR GB HK ID IE IL IT JP KE KR KW LK MM MU MV MY NG NL NO NP NZ OM PH PK QA SA SE SG TH TR TZ UG US VN ZA'.split(
    ' ',
  )

interface CountrySelectProps {
  value: string
  error: string | undefined
  onChange: (code: string) => void
}

/** The country of numbers that are typed without a country code. */
export function CountrySelect({ value, error, onChange }: CountrySelectProps) {
  const w = useWords(fieldWords)
  const { language } = useLanguage()
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const codes = CODES.includes(value) ? CODES : [value, ...CODES]
  return (
    <Labelled label={w.country} hint={w.countryHint} error={error} className="sm:col-span-2">
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        {codes.map((code) => (
          <option key={code} value={code}>
            {names.of(code) ?? code}
          </option>
        ))}
      </Select>
    </Labelled>
  )
}
