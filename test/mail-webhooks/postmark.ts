// Webhooks as Postmark writes them, for tests: built from the documented shapes, with no code of the program.

export const bounce = (delivery: string, email: string, changes: object = {}) => ({
  RecordType: 'Bounce',
  ID: 692560173,
  Type: 'HardBounce',
  TypeCode: 1,
  Name: 'Hard bounce',
  Tag: '',
  MessageID: '2c1b63fe-43f2-4db5-91b0-8bdfa44a9316',
  ServerID: 23,
  MessageStream: 'outbound',
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'smtp;550 5.1.1 no such user',
  Email: email,
  From: 'hello@asha.example',
  BouncedAt: new Date().toISOString(),
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: 'Your order',
  Metadata: { samvad: delivery },
  ...changes,
})

export const complaint = (delivery: string, email: string) => ({
  ...bounce(delivery, email, { Type: 'SpamComplaint', TypeCode: 100001, Details: '' }),
  RecordType: 'SpamComplaint',
})

export const delivered = (delivery: string, recipient: string) => ({
  RecordType: 'Delivery',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Recipient: recipient,
  DeliveredAt: new Date().toISOString(),
  Details: 'Test delivery webhook details',
  Metadata: { samvad: delivery },
  MessageStream: 'outbound',
})

export const inbound = (to: string, changes: object = {}) => ({
  FromName: 'Ravi',
  MessageStream: 'inbound',
  From: 'ravi@shop.example',
  FromFull: { Email: 'ravi@shop.example', Name: 'Ravi', MailboxHash: '' },
  To: to,
  ToFull: [{ Email: to, Name: '', MailboxHash: '' }],
  OriginalRecipient: to,
  Subject: 'Re: Your order',
  MessageID: '22c74902-a0c1-4511-804f-341342852c90',
  ReplyTo: '',
  Date: new Date().toUTCString(),
  TextBody: 'Is it ready?',
  HtmlBody: '',
  StrippedTextReply: '',
  Headers: [
    { Name: 'Return-Path', Value: '<ravi@shop.example>' },
    { Name: 'Message-ID', Value: `<${crypto.randomUUID()}@shop.example>` },
  ],
  Attachments: [],
  ...changes,
})
