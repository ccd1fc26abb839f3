// Summary of a waiting app webhook for operators: its messages and statuses.

import { NotUnderstood } from '../arrivals/arrival.ts'
import { type Outline, type Said, type StoredBody, unreadable } from '../arrivals/outline.ts'
import { contentOf } from './incoming-content.ts'
import { type Fields, fieldsOf, listOf, textOf } from './json-values.ts'

export async function outlineOfWebhook({ body }: Pick<StoredBody, 'body'>): Promise<Outline> {
  const changes = fieldsIn(webhookIn(body).entry).flatMap(({ changes: all }) => fieldsIn(all))
  const values = changes.map(({ value }) => fieldsOf(value)).filter((value) => value !== null)
  const said = values.flatMap((value) => [
    ...fieldsIn(value.messages).map((message) => saidInMessage(message, fieldsIn(value.contacts))),
    ...fieldsIn(value.statuses).map(saidInStatus),
  ])
  const number = values.map(({ metadata }) => textOf(fieldsOf(metadata)?.display_phone_number)).find(Boolean)
  return { ...unreadable(body), isReadable: said.length > 0, to: number ?? null, said }
}

/** The webhook without the messages of these contacts and the statuses about them; null when nothing remains. */
export async function webhookWithout(
  { body }: Pick<StoredBody, 'body'>,
  isMeant: (address: string) => boolean,
): Promise<Buffer | null> {
  const root = webhookIn(body)
  let left = 0
  const cleaned = (value: Fields): Fields => {
    const contacts = fieldsIn(value.contacts)
    const isOther = ({ people }: Said) => !people.some(isMeant)
    const messages = fieldsIn(value.messages).filter((message) => isOther(saidInMessage(message, contacts)))
    const statuses = fieldsIn(value.statuses).filter((status) => isOther(saidInStatus(status)))
    left += messages.length + statuses.length
    const others = contacts.filter(({ wa_id, user_id }) => !peopleOf([textOf(wa_id)], [textOf(user_id)]).some(isMeant))
    return { ...value, contacts: others, messages, statuses }
  }
  const entry = fieldsIn(root.entry).map((one) => ({
    ...one,
    changes: fieldsIn(one.changes).map((change) => {
      const value = fieldsOf(change.value)
      return value ? { ...change, value: cleaned(value) } : change
    }),
  }))
  return left === 0 ? null : Buffer.from(JSON.stringify({ ...root, entry }))
}

const fieldsIn = (list: unknown): Fields[] =>
  listOf(list)
    .map(fieldsOf)
    .filter((one) => one !== null)

function saidInMessage(message: Fields, contacts: readonly Fields[]): Said {
  const [number, userId] = [textOf(message.from), textOf(message.from_user_id)]
  const contact = contacts.length === 1 ? contacts[0] : contacts.find(({ wa_id }) => textOf(wa_id) === number)
  const people = peopleOf([number, textOf(contact?.wa_id)], [userId, textOf(contact?.user_id)])
  const { text } = contentOf(message, () => ({
    open: () => Promise.reject(new Error('nothing is fetched for an outline')),
  }))
  return { people, text: text ?? `(${textOf(message.type) ?? 'a message'})` }
}

function saidInStatus(status: Fields): Said {
  const [error] = fieldsIn(status.errors)
  const told = [textOf(status.status) ?? 'a status', textOf(error?.title)].filter((one) => one !== null)
  return { people: peopleOf([textOf(status.recipient_id)], [textOf(status.recipient_user_id)]), text: told.join(': ') }
}

/** Phone numbers with their plus, as contacts have them, before ids. */
function peopleOf(numbers: readonly (string | null)[], ids: readonly (string | null)[]): string[] {
  const known = numbers.filter((one) => one !== null).map((one) => `+${one.replace(/^\+/, '')}`)
  return [...new Set([...known, ...ids.filter((one) => one !== null)])]
}

function webhookIn(body: Buffer): Fields {
  try {
    const root = fieldsOf(JSON.parse(body.toString('utf8')))
    if (root !== null) return root
  } catch {
    // Refused below.
  }
  throw new NotUnderstood('not a JSON object')
}
