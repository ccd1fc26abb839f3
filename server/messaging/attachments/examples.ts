// Examples for the API description: attachments.

export const attachment = {
  id: 'att_01jd3v9k7he2n8q4x5c6t7w8yz',
  filename: 'invoice-1042.pdf',
  content_type: 'application/pdf',
  size: 48213,
  message_id: null,
  url: 'https://samvad.example/attachments/AZtWxK0hcACAAAAAAAAAAZtWxK0hcACAAAAAAAAAAABpVkxA',
}
