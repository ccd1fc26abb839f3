import { useLanguage, useWords } from '../../app/language.tsx'
import { PageLink } from '../../app/page-link.tsx'
import { Section } from '../../design/page.tsx'
import { detailsWords } from './details-words.ts'

/** One sentence at the end of the page: the parts that require premium. */
export function PremiumAdds({ of: names }: { of: readonly string[] }) {
  const w = useWords(detailsWords)
  const { language } = useLanguage()
  const list = new Intl.ListFormat(language === 'hi' ? 'hi-IN' : 'en-IN').format(
    names.map((name) => w.adds[name] ?? name.replaceAll('_', ' ')),
  )
  return (
    <Section title={w.more}>
      <p className="max-w-prose text-soft">
        {w.addsDetail(list)}{' '}
        <PageLink page="billing/plan" className="text-accent underline underline-offset-2">
          {w.seePlan}
        </PageLink>
      </p>
    </Section>
  )
}
