// Postmark: unsigned JSON, authenticated by a password in the address that is entered at Postmark. Sources: "Bounce
// webhook", "Delivery webhook", "Inbound webhook" and the others of its reference.

import { hash } from 'node:crypto'
import { CARRIED } from './carried.ts'
import { emailOfFields, type Header } from './fields.ts'
import { codeIn, meaningOf } from './outcomes.ts'
import { type MailEvent, nothingSaid, type ProvidedMail, type WebhookProvider } from './provider.ts'
import { jsonIn, listIn, objectIn, textIn, textsIn, timeIn, type Values } from './values.ts'

/** The user name for HTTP Basic; it has no meaning. */
export const POSTMARK_USER = 'samvad'

export const postmark: WebhookProvider = {
  async prove({ authorization, body }, { isPassword }) {
    const given = /^Basic ([A-Za-z0-9+/]{1,400}={0,2})$/i.exec(authorization ?? '')?.[1]
    const [, password = ''] = /^[^:]*:([\s\S]*)$/.exec(Buffer.from(given ?? '', 'base64').toString('utf8')) ?? []
    return isPassword(password) ? { fingerprint: `postmark ${hash('sha256', body)}` } : null
  },
  async read({ body }) {
    const said = jsonIn(body.toString('utf8'))
    if (textIn(said.RecordType) === null && listIn(said.ToFull).length + listIn(said.Headers).length > 0)
      return { ...nothingSaid, mails: [mailIn(said)] }
    return { ...nothingSaid, events: eventsIn(said) }
  },
}

function eventsIn(said: Values): MailEvent[] {
  const record = textIn(said.RecordType) ?? ''
  const detail = [said.Details, said.Description].map(textIn).find((one) => one !== null) ?? ''
  const code = codeIn(textIn(said.Details) ?? '')
  const what = whatIn(said, record, code)
  if (what === 'nothing') return []
  return [
    {
      what,
      names: { told: textIn(objectIn(said.Metadata)[CARRIED]) },
      recipients: [textIn(said.Email) ?? textIn(said.Recipient) ?? []].flat(),
      detail,
      time: [said.BouncedAt, said.DeliveredAt, said.ChangedAt].map(timeIn).find((one) => one !== null) ?? null,
    },
  ]
}

function whatIn(said: Values, record: string, code: string | null): MailEvent['what'] | 'nothing' {
  if (record === 'SpamComplaint') return 'complained'
  if (record === 'SubscriptionChange') {
    const isByRecipient = said.SuppressSending === true && said.Origin === 'Recipient'
    return isByRecipient && said.SuppressionReason === 'ManualSuppression' ? 'unsubscribed' : 'nothing'
  }
  return meaningOf('postmark', [record, textIn(said.Type) ?? []].flat(), code)
}

function mailIn(said: Values): ProvidedMail {
  const headers = listIn(said.Headers).flatMap((one): Header[] => {
    const { Name, Value } = objectIn(one)
    return typeof Name === 'string' && typeof Value === 'string' ? [{ key: Name.toLowerCase(), value: Value }] : []
  })
  const returnPath = headers.find(({ key }) => key === 'return-path')?.value
  const about = {
    from: returnPath?.replace(/^\s*<|>\s*$/g, '') ?? null,
    to: [textIn(said.OriginalRecipient) ?? textsIn(said.ToFull, 'Email')].flat(),
    isAuthenticated: null,
  }
  const raw = textIn(said.RawEmail)
  if (raw !== null) return { ...about, content: { raw: Buffer.from(raw) } }
  const writer = objectIn(said.FromFull)
  const fields = emailOfFields({
    headers,
    from: { name: textIn(writer.Name) ?? '', address: textIn(writer.Email) ?? textIn(said.From) ?? '' },
    subject: textIn(said.Subject),
    date: textIn(said.Date),
    text: textIn(said.TextBody),
    html: textIn(said.HtmlBody),
    attachments: listIn(said.Attachments).map((one) => {
      const { Name, ContentType, ContentID, Content } = objectIn(one)
      const content = Buffer.from(textIn(Content) ?? '', 'base64')
      return { filename: textIn(Name), contentType: textIn(ContentType), contentId: textIn(ContentID), content }
    }),
  })
  return { ...about, content: { fields } }
}
