import type { Submission } from '@samvad/sdk'
import { titleOf } from '../../app/errors.tsx'
import { useLanguage, useWords } from '../../app/language.tsx'
import { languageName } from '../../app/language-name.ts'
import { PageLink } from '../../app/page-link.tsx'
import { useMay } from '../../app/session.ts'
import { Facts } from '../../design/facts.tsx'
import { Identity } from '../../design/identity.tsx'
import { Time } from '../../design/time.tsx'
import type { ShownForm } from '../data.ts'
import { submissionWords } from './submission-words.ts'

const LINK = 'touch inline-flex items-center text-accent underline-offset-2 hover:underline'

/** The results of a submission: contact, conversation, confirmation and automatic reply. */
export function Outcome({ of, form }: { of: Submission; form: ShownForm }) {
  const w = useWords(submissionWords)
  const { language } = useLanguage()
  const may = useMay()
  const reply = of.auto_reply
  const replies: Readonly<Record<string, string>> = w.replies
  const links: Readonly<Record<string, string>> = w.links
  const confirmations: Readonly<Record<string, string>> = w.confirmations
  return (
    <section aria-label={w.outcome} className="border-t border-line pt-4">
      <h3 className="mb-3 font-medium">{w.outcome}</h3>
      <Facts
        facts={[
          of.contact_id === null
            ? null
            : {
                name: w.contact,
                value: (
                  <>
                    {may('contacts.view') ? (
                      <PageLink page={`contacts/${of.contact_id}`} className={LINK}>
                        {w.openContact}
                      </PageLink>
                    ) : (
                      w.stored
                    )}
                    {of.contact_link !== null && (
                      <span className="block text-small text-soft">{links[of.contact_link] ?? of.contact_link}</span>
                    )}
                  </>
                ),
              },
          of.conversation_id === null || !may('conversations.view')
            ? null
            : {
                name: w.conversation,
                value: (
                  <PageLink page={`inbox/${of.conversation_id}`} className={LINK}>
                    {w.openConversation}
                  </PageLink>
                ),
              },
          of.confirmation === null
            ? null
            : {
                name: w.confirmation,
                value: (
                  <>
                    {confirmations[of.confirmation] ?? of.confirmation}
                    {of.confirmed_at !== null && (
                      <>
                        {' · '}
                        <Time at={of.confirmed_at} />
                      </>
                    )}
                  </>
                ),
              },
          reply === null ? null : { name: w.autoReply, value: replies[reply] ?? titleOf(language, reply) },
          { name: w.source, value: of.source === '' ? w.direct : <bdi>{of.source}</bdi> },
          { name: w.language, value: languageName(of.language, language) },
          { name: w.version, value: w.versionOf(of.form_version, form.version ?? of.form_version) },
          { name: w.id, value: <Identity id={of.id} /> },
        ]}
      />
    </section>
  )
}
