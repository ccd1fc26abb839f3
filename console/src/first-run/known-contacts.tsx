import type { Contact } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../app/api.ts'
import type { ChannelName } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { Field, Select } from '../design/field.tsx'
import { words } from './words.ts'

interface KnownContactsProps {
  channel: ChannelName
  /** Null for a new contact. */
  onChoose: (contact: Contact | null) => void
}

const SHOWN = 50

/** Existing contacts with an address on the channel, to choose from. */
export function KnownContacts({ channel, onChoose }: KnownContactsProps) {
  const w = useWords(words)
  const enabled = useMay()('contacts.view')
  const { data } = useQuery({
    queryKey: ['first_contacts', channel],
    enabled,
    queryFn: async () => (await api.contacts.list({ channel, limit: SHOWN })).data,
  })
  if (!data || data.length === 0) return null
  return (
    <Field label={w.to}>
      <Select defaultValue="" onChange={({ target }) => onChoose(data.find(({ id }) => id === target.value) ?? null)}>
        <option value="">{w.somebodyNew}</option>
        {data.map((contact) => (
          <option key={contact.id} value={contact.id}>
            {contact.display_name ?? contact.email ?? contact.phone_number}
          </option>
        ))}
      </Select>
    </Field>
  )
}
