// An open conversation of the inbox, and the parts of it that a person uses.

import type { Page } from 'playwright-core'
import type { TestSamvad } from '../harness.ts'
import { until } from '../mail-story.ts'
import type { Person } from '../story.ts'
import type { Visitor } from './console.ts'

export const thread = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true })
export const field = (page: Page) => page.getByLabel('Message', { exact: true })
export const sendNow = (page: Page) => page.getByRole('button', { name: 'Send now' })

let lastNumber = 2000

/** Opens a conversation with a contact who uses every channel and has just written "Is it there?". */
export async function conversationOf(
  samvad: TestSamvad,
  writer: Person,
  visitor: Visitor,
): Promise<Visitor & { phone: string; conversationId: string }> {
  // The page's clock stands still: an action that can be undone for some seconds waits until the test completes it.
  await visitor.context.clock.setFixedTime(new Date())
  const answer = await visitor.page.request.get(`${samvad.url}/console/session`)
  const { user } = (await answer.json()) as { user: { id: string } }
  const phone = `+91987654${++lastNumber}`
  await writer.make('/v1/contacts', {
    display_name: `Person ${lastNumber}`,
    phone_number: phone,
    email: `c${lastNumber}@customer.example`,
    owner_id: user.id,
  })
  // A busy machine stores it a little later.
  const { body: first } = await until(
    () => writer.post('/v1/sandbox/messages', { channel: 'app', from: phone, text: 'Is it there?' }),
    ({ status }) => status !== 503,
  )
  const conversationId = first.conversation_id as string
  await visitor.go(`inbox/${conversationId}`)
  await thread(visitor.page).getByText('Is it there?').waitFor()
  return { ...visitor, phone, conversationId }
}
