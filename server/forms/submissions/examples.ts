// Examples of submissions for the API contract.

const id = (prefix: string, end: string) => `${prefix}_01jd3v9k2ne2n8q4x5c6t7w${end}`

export const submission = {
  id: id('sub', '0s1'),
  form_id: id('form', '0f1'),
  form_version: 2,
  state: 'done',
  language: 'en',
  source: 'newsletter',
  answers: { name: 'Ravi', email: 'ravi@customer.example', rating: 5, topics: ['delivery', 'price'], offers: true },
  files: [{ id: id('sfile', '0p1'), field: 'photo', filename: 'shelf.jpg', content_type: 'image/jpeg', size: 48213 }],
  consents: [{ field: 'offers', text: 'Send me offers by email.', channels: ['email'] }],
  contact_id: id('contact', '0c1'),
  contact_link: 'created',
  confirmation: null,
  confirmed_at: null,
  conversation_id: id('conv', '0v1'),
  message_id: id('msg', '0m1'),
  auto_reply: 'sent',
  auto_reply_message_id: id('msg', '0m2'),
  error: null,
  submitted_at: 1784505600,
  processed_at: 1784505601,
}
