import type { CampaignPreview, Template } from '@samvad/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { useErrorWords } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { MessagePreview } from '../../app/message-preview.tsx'
import { useMay } from '../../app/session.ts'
import { Button } from '../../design/button.tsx'
import { Choices } from '../../design/choices.tsx'
import { Money } from '../../design/money.tsx'
import { Notice } from '../../design/status.tsx'
import { ContactSearch, type FoundContact } from './contact-search.tsx'
import { isContentWhole } from './missing.ts'
import { draftContent, partsOf } from './preview-content.ts'
import { previewWords } from './preview-words.ts'
import { audienceOf, contentOf } from './revision.ts'
import { skipWords } from './skip-words.ts'
import { TestDialog } from './test-dialog.tsx'
import type { Composer } from './use-composer.ts'

type Previewed = CampaignPreview['data'][number]

/** What a contact, or some of the audience, would receive from the saved draft; null when it cannot be determined. */
export function usePreview({ campaign, written, names, state }: Composer, contactId: string | null) {
  const isWhole = isContentWhole(written, names)
  const hasAudience = campaign.list_ids.length + campaign.segment_ids.length > 0
  const isReady = state === 'saved' && isWhole && (hasAudience || contactId !== null)
  const query = useQuery({
    queryKey: ['campaign-preview', campaign.id, contentOf(campaign), audienceOf(campaign), contactId],
    enabled: isReady,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    queryFn: async ({ signal }): Promise<Previewed[]> => {
      const body = contactId === null ? {} : { contact_id: contactId }
      return (await api.campaigns.preview(campaign.id, body, { signal, idempotencyKey: null })).data
    },
  })
  return { entries: isReady ? query.data : undefined, error: isReady ? query.error : null }
}

/** Previews for real contacts: the first, the longest, one with missing values, or a chosen contact. */
export function PreviewPanel({ composer, template }: { composer: Composer; template: Template | undefined }) {
  const w = useWords(previewWords)
  const may = useMay()
  const [kind, setKind] = useState('first')
  const [chosen, setChosen] = useState<FoundContact | null>(null)
  const [isTesting, setTesting] = useState(false)
  const ofAudience = usePreview(composer, null)
  const ofChosen = usePreview(composer, chosen?.id ?? null)
  const entries = ofAudience.entries ?? []
  const isChosen = kind === 'chosen'
  const entry = isChosen ? ofChosen.entries?.[0] : (entries.find((one) => one.kind === kind) ?? entries[0])
  const shownKind = isChosen ? 'chosen' : (entry?.kind ?? 'first')
  const kinds = [...entries.map((one) => one.kind), ...(may('contacts.view') ? ['chosen'] : [])]
  const isKnown = (one: string): one is keyof typeof w.kinds => Object.hasOwn(w.kinds, one)
  return (
    <section aria-label={w.preview}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lead font-semibold">{w.preview}</h2>
        {may('campaigns.send') && (
          <Button
            icon={<Send aria-hidden className="size-4" />}
            disabled={!isContentWhole(composer.written, composer.names)}
            onPress={() => setTesting(true)}
          >
            {w.test}
          </Button>
        )}
      </div>
      {entries.length > 0 && (
        <Choices
          label={w.previewFor}
          isLabelHidden
          value={shownKind}
          options={kinds.filter(isKnown).map((one) => ({ value: one, label: w.kinds[one] }))}
          onChange={setKind}
        />
      )}
      {isChosen && (
        <div className="mt-3">
          <ContactSearch label={w.find} channel={composer.written.channel} chosen={chosen} onChoose={setChosen} />
        </div>
      )}
      <div className="mt-3">
        {entry ? (
          <Shown entry={entry} channel={composer.written.channel} template={template} />
        ) : isChosen && ofChosen.error === null ? null : (
          <Unsent
            composer={composer}
            template={template}
            error={isChosen ? ofChosen.error : ofAudience.error}
            isNobody={ofAudience.entries?.length === 0}
          />
        )}
      </div>
      {isTesting && <TestDialog composer={composer} onClose={() => setTesting(false)} />}
    </section>
  )
}

function Shown({ entry, channel, template }: { entry: Previewed; channel: string; template: Template | undefined }) {
  const w = useWords(previewWords)
  const { reasons } = useWords(skipWords)
  const { display_name, address, skip_reason: reason, fallbacks, price, units } = entry
  const isFilled = entry.subject !== null || entry.text !== null || entry.html !== null
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      {(display_name ?? address) !== null && (
        <p className="flex flex-wrap gap-x-2 text-small">
          <bdi className="font-medium">{display_name ?? address}</bdi>
          {display_name !== null && address !== null && <bdi className="text-soft wrap-anywhere">{address}</bdi>}
        </p>
      )}
      {reason !== null && (
        <div className="overflow-hidden rounded-box">
          <Notice tone="warn">
            <strong className="font-medium">{w.wouldNot}</strong> {reasons[reason as keyof typeof reasons] ?? reason}
          </Notice>
        </div>
      )}
      {isFilled && <MessagePreview channel={channel} {...entry} {...partsOf(template, entry)} />}
      <p className="text-small text-soft">
        {price !== null && (
          <>
            {w.costs} <Money amount={price} className="text-ink" />
            {units !== null && units > 1 && ` · ${w.units(units)}`}
          </>
        )}
        {fallbacks.length > 0 && <span className="block">{w.fallbacks(fallbacks.join(', '))}</span>}
      </p>
    </div>
  )
}

interface UnsentProps {
  composer: Composer
  template: Template | undefined
  error: unknown
  /** The audience is known and empty. */
  isNobody: boolean
}

/** The draft, filled with the fallback values. */
function Unsent({ composer, template, error, isNobody }: UnsentProps) {
  const w = useWords(previewWords)
  const say = useErrorWords()
  const content = draftContent(composer.written, template)
  if (content === null) return <p className="text-soft">{w.empty}</p>
  const said = error ? say(error) : null
  return (
    <div className="flex flex-col gap-3">
      <MessagePreview {...content} />
      <p className="text-small text-soft">
        {said ? [said.title, said.detail].filter(Boolean).join('. ') : isNobody ? w.nobody : w.unsent}
      </p>
    </div>
  )
}
