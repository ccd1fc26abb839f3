// A domain of forms as the API shows it.

export interface FormDomain {
  id: string
  name: string
  unicode_name?: string
  status: string
  record: { type: string; name: string; value: string }
  checked_at: number | null
  verified_at: number | null
  unverified_at: number | null
  is_serving: boolean
  home_form_id: string | null
  created_at: number
}
