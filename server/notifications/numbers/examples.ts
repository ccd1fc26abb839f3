// Examples for the API contract: Asha's phone.

export const asked = {
  phone_number: '+919876543210',
  verified_at: null,
  code: { status: 'waiting', expires_at: null, tries_left: 5 },
  updated_at: 1767225600,
}

export const verified = {
  phone_number: '+919876543210',
  verified_at: 1767225660,
  code: null,
  updated_at: 1767225660,
}
