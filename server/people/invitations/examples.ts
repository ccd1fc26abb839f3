// Examples for the API contract: an invitation to a company.

export const invitation = {
  id: 'invite_01jd3v8qcde2n8q4x5c6t7w8yz',
  email: 'kiran@company.example',
  role: 'agent',
  status: 'open',
  created_at: 1767225600,
  expires_at: 1767830400,
}
