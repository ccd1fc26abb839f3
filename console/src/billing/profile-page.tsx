import type { BillingProfile, UpdateBillingProfileRequest } from '@samvad/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../app/api.ts'
import { fieldError } from '../app/errors.tsx'
import { useLanguage, useWords } from '../app/language.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Field, Input, Select, TextArea } from '../design/field.tsx'
import { Section } from '../design/page.tsx'
import { Problem } from '../design/problem.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { tell } from '../design/toast.tsx'
import { BillingPage } from './billing-page.tsx'
import { useProfile } from './data.ts'
import { words } from './profile-words.ts'
import { stateNamed, states } from './states.ts'

export function ProfilePage() {
  const p = useWords(words)
  const { data, error, refetch } = useProfile(useMay()('billing.manage'))
  return (
    <BillingPage tab="profile">
      <Section title={p.title} description={p.detail}>
        {data ? (
          <ProfileForm key={data.updated_at} current={data} />
        ) : error ? (
          <Failed error={error} onRetry={refetch} />
        ) : (
          <Skeleton />
        )}
      </Section>
    </BillingPage>
  )
}

const FIELDS = ['legal_name', 'gstin', 'address_lines', 'state_code', 'email', 'phone'] as const
type Typed = Record<(typeof FIELDS)[number], string>

const typedOf = (profile: BillingProfile): Typed => ({
  legal_name: profile.legal_name,
  gstin: profile.gstin ?? '',
  address_lines: profile.address_lines.join('\n'),
  state_code: profile.state_code ?? '',
  email: profile.email ?? '',
  phone: profile.phone ?? '',
})

/** The changed fields as an API request; empty means null. */
function changeOf(typed: Typed, before: Typed): UpdateBillingProfileRequest {
  const changed = FIELDS.filter((name) => typed[name].trim() !== before[name])
  return Object.fromEntries(
    changed.map((name) => {
      const text = typed[name].trim()
      if (name === 'address_lines')
        return [
          name,
          text
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        ]
      if (name === 'phone') return [name, text.replace(/[\s-]/g, '') || null]
      return [name, text === '' && name !== 'legal_name' ? null : text]
    }),
  )
}

function ProfileForm({ current }: { current: BillingProfile }) {
  const p = useWords(words)
  const { language } = useLanguage()
  const client = useQueryClient()
  const before = typedOf(current)
  const [typed, setTyped] = useState(before)
  const change = changeOf(typed, before)
  const save = useMutation({
    mutationFn: () => api.billing.profile.update(change),
    onSuccess: (shown) => {
      client.setQueryData(['billing-profile'], shown)
      // The tax is that of the state.
      void client.invalidateQueries({ queryKey: ['recharge-estimate'] })
      tell(p.saved)
    },
  })
  const control = (name: keyof Typed) => ({
    name,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  })
  const faultOf = (name: string) => fieldError(save.error, name) ?? lineFault(save.error, name)
  return (
    <form
      className="flex max-w-xl flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate()
      }}
    >
      <Field label={p.legalName} error={faultOf('legal_name')}>
        <Input {...control('legal_name')} autoComplete="organization" maxLength={150} />
      </Field>
      <Field label={p.gstin} hint={p.gstinHint} error={faultOf('gstin')}>
        <Input {...control('gstin')} autoComplete="off" maxLength={40} className="figures uppercase" />
      </Field>
      <Field label={p.address} hint={p.addressHint} error={faultOf('address_lines')}>
        <TextArea {...control('address_lines')} autoComplete="street-address" rows={3} />
      </Field>
      <Field label={p.state} hint={p.stateHint} error={faultOf('state_code')}>
        <Select {...control('state_code')}>
          {current.state_code === null && <option value="">{p.noState}</option>}
          {states.map(([code]) => (
            <option key={code} value={code}>
              {stateNamed(code, language)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={p.email} error={faultOf('email')}>
        <Input {...control('email')} type="email" autoComplete="email" />
      </Field>
      <Field label={p.phone} hint={p.phoneHint} error={faultOf('phone')}>
        <Input {...control('phone')} type="tel" autoComplete="tel" />
      </Field>
      <Problem error={save.error} fields={FIELDS} />
      <div>
        <Button type="submit" look="primary" isBusy={save.isPending} disabled={Object.keys(change).length === 0}>
          {p.save}
        </Button>
      </div>
    </form>
  )
}

/** `address_lines[2]` is of the field `address_lines`. */
function lineFault(error: unknown, name: string): string | null {
  for (let line = 0; line < 5; line++) {
    const fault = fieldError(error, `${name}[${line}]`)
    if (fault !== null) return fault
  }
  return null
}
