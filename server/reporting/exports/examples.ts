// Examples of exports for the API contract.

export const queued = {
  id: 'exp_01jd3v9k7he2n8q4x5c6t7w8yz',
  kind: 'transactions',
  format: 'csv',
  status: 'queued',
  progress: 0,
  from: 1767205800,
  to: 1769884200,
  user_id: 'user_01jd3v9k7he2n8q4x5c6t7w8yz',
  filename: 'samvad-transactions-2026-01-01-to-2026-01-31.csv',
  row_count: null,
  size: null,
  sha256: null,
  error: null,
  url: null,
  created_at: 1769925600,
  ended_at: null,
  expires_at: 1770530400,
}

export const completed = {
  ...queued,
  status: 'completed',
  progress: 100,
  row_count: 1204,
  size: 214_816,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  url: 'https://samvad.example/exports/AZtWxK0hcACAAAAAAAAAAZtWxK0hcACAAAAAAAAAAABpVkxA',
  ended_at: 1769925602,
  expires_at: 1770530402,
}
