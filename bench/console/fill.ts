// The inbox of a busy company: conversations with names and messages, some unread, and one long conversation.

import { typeId } from '#kit/ids.ts'
import { credit, type Installation } from '../installation.ts'

const RUPEES = 1_000_000
/** Messages per conversation, and of the long one. */
const MESSAGES = 3
export const LONG_THREAD = 5000
const SECONDS_APART = 77

const NAMES = `array['Asha Iyer','Rahul Sharma','प्रिया वर्मा','Mohammed Abdul Rahman Siddiqui','Li Na','Zoë O’Brien',
  'अनिल कुमार गुप्ता','Fatima Begum','Sri Venkateshwara Traders & Sons Private Limited','Gurpreet Singh','Meera 🌸','سلمى خان']`
const TEXTS = `array['Has my order left yet?','Thank you, it has arrived today.','आपका ऑर्डर कल पहुँच जाएगा।','👍',
  'We would like twelve more of the blue ones, in the same size as last time, and two of the red ones, please. When would they be here?',
  'Please call me back on Monday.']`

export interface Filled {
  /** Public ids: of the newest by activity, first to last. */
  newest: string[]
  /** With a contact of its own; the newest conversation. */
  long: string
}

export async function fillInbox(at: Installation, conversations: number): Promise<Filled> {
  await credit(at, RUPEES)
  const { database, organizationId, userId } = at
  await database.query(
    `insert into contacts (org_id, id, display_name, email, owner_id, created_at)
     select $1, uuidv7(), (${NAMES})[1 + n % 12] || ' ' || n, 'person' || n || '@customer.example', $2,
            now() - n * $4 * interval '1 second'
       from generate_series(1, $3::int) n`,
    [organizationId, userId, conversations, SECONDS_APART],
  )
  await database.query(
    `insert into conversations (org_id, id, user_id, contact_id, created_at, last_active_at, is_unread,
                                last_inbound_at, last_inbound_channel)
     select org_id, uuidv7(), owner_id, id, created_at, created_at, number % 50 = 3, created_at, 'email'
       from (select *, row_number() over (order by created_at desc) as number from contacts where org_id = $1) ours`,
    [organizationId],
  )
  await database.query(
    `insert into messages (org_id, id, conversation_id, direction, channel, sender_id, subject, text, read_at,
                           created_at)
     select org_id, uuidv7(created_at - now() - (${MESSAGES} - n) * interval '1 minute'), id,
            case when n % 2 = 1 then 'inbound' else 'outbound' end, 'email',
            case when n % 2 = 1 then contact_id else user_id end, 'Your order',
            (${TEXTS})[1 + (abs(hashtext(id::text)) + n) % 6],
            case when n % 2 = 1 and not (is_unread and n = ${MESSAGES}) then created_at end,
            created_at - (${MESSAGES} - n) * interval '1 minute'
       from conversations, generate_series(1, ${MESSAGES}) n where org_id = $1`,
    [organizationId],
  )
  const { rows: ids } = await database.query(
    'select id from conversations where org_id = $1 order by last_active_at desc, id desc limit 1000',
    [organizationId],
  )
  const [long, ...newest] = ids.map(({ id }) => id as string)
  await database.query(
    `insert into messages (org_id, id, conversation_id, direction, channel, sender_id, text, read_at, created_at)
     select org_id, uuidv7(-n * interval '1 hour'), id, case when n % 2 = 1 then 'inbound' else 'outbound' end, 'email',
            case when n % 2 = 1 then contact_id else user_id end, (${TEXTS})[1 + n % 6],
            case when n % 2 = 1 then now() end, now() - n * interval '1 hour'
       from conversations, generate_series(1, ${LONG_THREAD} - ${MESSAGES}) n where org_id = $1 and id = $2`,
    [organizationId, long],
  )
  await database.query('vacuum analyze contacts, conversations, messages')
  return { newest: newest.map((id) => typeId('conv', id)), long: typeId('conv', long as string) }
}
