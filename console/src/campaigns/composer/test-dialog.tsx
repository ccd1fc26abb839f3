import { useState } from 'react'
import { useAttempt } from '../../app/act.ts'
import { api } from '../../app/api.ts'
import { channelOf } from '../../app/channels.ts'
import { useFormDraft } from '../../app/form-drafts.ts'
import { useWords } from '../../app/language.tsx'
import { useMay, useSession } from '../../app/session.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Money } from '../../design/money.tsx'
import { Problem } from '../../design/problem.tsx'
import { tell } from '../../design/toast.tsx'
import { addressOf, ContactSearch, type FoundContact } from './contact-search.tsx'
import { usePreview } from './preview-panel.tsx'
import { previewWords } from './preview-words.ts'
import type { Composer } from './use-composer.ts'

/** The user's own contact: found by the address they sign in with, otherwise created. */
async function myself(email: string, display_name: string): Promise<FoundContact> {
  const [found] = (await api.contacts.list({ email, limit: 1 })).data
  return found ?? (await api.contacts.create({ email, display_name }))
}

/** Sends one test message to the user or any contact; shows the recipient and the price before sending. */
export function TestDialog({ composer, onClose }: { composer: Composer; onClose: () => void }) {
  const w = useWords(previewWords)
  const { campaign, written, flush } = composer
  // The last test contact is remembered.
  const last = useFormDraft<{ contact: FoundContact | null }>('campaign-test', { contact: null })
  const { contact } = last.values
  const isMail = channelOf(written.channel)?.isMail === true
  const may = useMay()
  const { user } = useSession()
  const attempt = useAttempt()
  const [error, setError] = useState<unknown>(null)
  const { entries, error: refusal } = usePreview(composer, contact?.id ?? null)
  const entry = contact === null ? undefined : entries?.[0]
  async function send() {
    if (contact === null) return
    setError(null)
    try {
      if (!(await flush())) return
      await api.campaigns.test(campaign.id, { contact_id: contact.id })
      tell(w.testSent(contact.display_name ?? addressOf(contact, composer.written.channel) ?? w.noName))
      onClose()
    } catch (refused) {
      setError(refused)
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={w.testTitle}
      description={w.testDetail}
      actions={
        contact && (
          <Button look="primary" disabled={entry === undefined} onPress={send}>
            {w.sendTest}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {contact === null && isMail && may('contacts.manage') && (
          <Button
            className="min-w-0 shrink self-start"
            onPress={async () => last.set({ contact: await attempt(() => myself(user.email, user.display_name)) })}
          >
            {w.testMe} <bdi className="truncate font-normal text-soft">{user.email}</bdi>
          </Button>
        )}
        <ContactSearch
          label={w.testTo}
          channel={composer.written.channel}
          chosen={contact}
          onChoose={(next) => last.set({ contact: next })}
          mayAdd
        />
        {entry && entry.price !== null && (
          <p role="status">
            {w.testCost} <Money amount={entry.price} className="font-medium" />
          </p>
        )}
        {contact && !entry && refusal === null && composer.state === 'saved' && (
          <p className="text-soft">{w.notReady}</p>
        )}
        <Problem error={error ?? refusal} />
      </div>
    </Dialog>
  )
}
