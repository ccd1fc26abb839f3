import type { Contact } from '@samvad/sdk'
import { useState } from 'react'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { ContactPicker } from './contact-picker.tsx'
import { contactWords } from './contact-words.ts'
import { useChanged } from './data.ts'
import { type Known, nameOf } from './named.tsx'
import { words } from './words.ts'

const FIELDS = ['display_name', 'email', 'phone_number', 'app_id', 'avatar_url'] as const
type Field = (typeof FIELDS)[number]

/** Chooses the other contact, then the values to keep, and states the consequences: a merge is permanent. */
export function MergeDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const w = useWords(contactWords)
  const common = useWords(words)
  const attempt = useAttempt()
  const changed = useChanged()
  const [other, setOther] = useState<Known | null>(null)
  const [take, setTake] = useState<ReadonlySet<Field>>(new Set())
  const merge = async () => {
    if (!other) return
    await attempt(() => api.contacts.merge(contact.id, { from: other.id, take: [...take] }), w.merged)
    await changed('contact', 'contacts', 'consents', 'places', 'groups')
    onClose()
  }
  const choose = (field: Field, isTaken: boolean) => {
    const next = new Set(take)
    if (isTaken) next.add(field)
    else next.delete(field)
    setTake(next)
  }
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={w.mergeTitle(nameOf(contact, common.noName))}
      description={other ? w.mergeKeepDetail : w.mergeFind}
      actions={
        other && (
          <>
            <Button onPress={() => setOther(null)}>{w.back}</Button>
            <Button look="danger" onPress={merge}>
              {w.mergeNow}
            </Button>
          </>
        )
      }
    >
      {other ? (
        <>
          <div className="flex flex-col gap-4">
            {FIELDS.filter((field) => contact[field] !== null || other[field] !== null).map((field) => (
              <FieldChoice
                key={field}
                field={field}
                mine={contact[field]}
                theirs={other[field]}
                isTaken={take.has(field)}
                onChoose={(isTaken) => choose(field, isTaken)}
              />
            ))}
          </div>
          <p className="mt-5 rounded-box bg-warn-tint px-3 py-2 text-warn">
            {w.mergeConsequences(nameOf(other, common.noName), nameOf(contact, common.noName))}
          </p>
        </>
      ) : (
        <ContactPicker without={[contact.id]} onPick={setOther} />
      )}
    </Dialog>
  )
}

interface FieldChoiceProps {
  field: Field
  mine: string | null
  theirs: string | null
  isTaken: boolean
  onChoose: (isTaken: boolean) => void
}

function FieldChoice({ field, mine, theirs, isTaken, onChoose }: FieldChoiceProps) {
  const w = useWords(contactWords)
  const common = useWords(words)
  const names: Record<Field, string> = {
    display_name: common.name,
    email: w.email,
    phone_number: w.phone,
    app_id: w.appId,
    avatar_url: w.avatar,
  }
  const isChoice = mine !== null && theirs !== null && mine !== theirs
  if (!isChoice)
    return (
      <div>
        <p className="font-medium">{names[field]}</p>
        <bdi className="break-all text-soft">{mine ?? theirs}</bdi>
      </div>
    )
  const option = (value: string, isOther: boolean) => (
    <label className="touch flex items-center gap-2">
      <input
        type="radio"
        name={field}
        className="size-4 shrink-0 accent-accent"
        checked={isTaken === isOther}
        onChange={() => onChoose(isOther)}
      />
      <bdi className="min-w-0 break-all">{value}</bdi>
    </label>
  )
  return (
    <fieldset>
      <legend className="font-medium">{names[field]}</legend>
      <div className="flex flex-col gap-1 pt-1">
        {option(mine, false)}
        {option(theirs, true)}
      </div>
    </fieldset>
  )
}
