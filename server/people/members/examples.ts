// Examples for the API contract: the web shop's service user.

export const serviceUser = {
  id: 'user_01jd3v8qcde2n8q4x5c6t7w8yz',
  name: 'Web shop',
  role: 'agent',
  created_at: 1767225600,
}
