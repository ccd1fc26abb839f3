// A template's header: a line of text, a file that is uploaded at once, or a location.

import { FileText, Image, MapPin, Type, Video } from 'lucide-react'
import { LIMITS, locationFields } from '../app/chat-parts.ts'
import { fieldError } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { Choices } from '../design/choices.tsx'
import { Field, Input } from '../design/field.tsx'
import { HeaderFileField } from './header-file.tsx'
import { partWords } from './part-words.ts'
import { headerTypes, type Parts } from './parts.ts'

interface PartFieldsProps {
  parts: Parts
  error: unknown
  onChange: (fields: Partial<Parts>) => void
}

const SIGN = 'size-4 shrink-0'
const SIGNS = {
  none: null,
  text: <Type aria-hidden className={SIGN} />,
  image: <Image aria-hidden className={SIGN} />,
  video: <Video aria-hidden className={SIGN} />,
  document: <FileText aria-hidden className={SIGN} />,
  location: <MapPin aria-hidden className={SIGN} />,
}

export function HeaderFields({ parts: { headerType, headerText, files, location }, error, onChange }: PartFieldsProps) {
  const w = useWords(partWords)
  return (
    <div className="flex flex-col gap-3">
      <Choices
        label={w.header}
        value={headerType}
        options={headerTypes.map((type) => ({ value: type, label: w.headerTypes[type], icon: SIGNS[type] }))}
        onChange={(type) => onChange({ headerType: type })}
      />
      {headerType === 'text' && (
        <Field
          label={w.headerText}
          hint={w.headerTextHint}
          count={{ used: headerText.length, max: LIMITS.headerText }}
          error={fieldError(error, 'header.text') ?? fieldError(error, 'header')}
        >
          <Input
            name="header"
            dir="auto"
            autoComplete="off"
            value={headerText}
            onChange={({ target }) => onChange({ headerText: target.value })}
          />
        </Field>
      )}
      {headerType === 'location' && (
        <>
          <p className="text-small text-soft">{w.locationHint}</p>
          <div className="grid gap-3 sm:grid-cols-2">
            {locationFields.map((field) => (
              <Field
                key={field}
                label={w.location[field]}
                error={
                  fieldError(error, `header.${field}`) ??
                  (field === 'latitude' ? (fieldError(error, 'header.type') ?? fieldError(error, 'header')) : null)
                }
              >
                <Input
                  name={`header.${field}`}
                  dir="auto"
                  autoComplete="off"
                  value={location[field]}
                  onChange={({ target }) => onChange({ location: { ...location, [field]: target.value } })}
                />
              </Field>
            ))}
          </div>
        </>
      )}
      {headerType !== 'none' && headerType !== 'text' && headerType !== 'location' && (
        <HeaderFileField
          key={headerType}
          type={headerType}
          file={files[headerType] ?? null}
          error={fieldError(error, 'header.attachment_id') ?? fieldError(error, 'header')}
          onChange={(file) => onChange({ files: { ...files, [headerType]: file ?? undefined } })}
        />
      )}
    </div>
  )
}
