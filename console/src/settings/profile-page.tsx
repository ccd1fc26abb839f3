import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import { useRoleName } from '../app/people.tsx'
import { loadSession, useSession } from '../app/session.ts'
import { Facts } from '../design/facts.tsx'
import { Field, Input } from '../design/field.tsx'
import { FormPanel } from '../design/form.tsx'
import { Section } from '../design/page.tsx'
import { tell } from '../design/toast.tsx'
import { Address } from './address.tsx'
import { Security } from './security/security.tsx'
import { SettingsPage } from './settings-page.tsx'
import { TimeZoneChoice } from './time-zone-choice.tsx'
import { words } from './words.ts'

const PASSWORD_MIN = 12

export function ProfilePage() {
  const w = useWords(words)
  return (
    <SettingsPage>
      <Section title={w.you}>
        <NameForm />
      </Section>
      <Section title={w.address} description={w.addressDetail}>
        <Address />
      </Section>
      <Section title={w.password} description={w.passwordDetail}>
        <PasswordForm />
      </Section>
      <Section title={w.timeZone} description={w.timeZoneDetail}>
        <TimeZoneChoice />
      </Section>
      <Security />
    </SettingsPage>
  )
}

function NameForm() {
  const w = useWords(words)
  const { user, role } = useSession()
  const nameOfRole = useRoleName()
  const form = useForm({ name: user.display_name }, async ({ name }) => {
    await api.me.update({ display_name: name.trim() })
    await loadSession(true)
    tell(w.saved)
  })
  return (
    <>
      <FormPanel form={form} action={w.saveName}>
        <Field label={w.yourName} hint={w.yourNameHint} error={form.wrong('display_name')}>
          <Input {...form.text('name')} required maxLength={200} autoComplete="name" />
        </Field>
      </FormPanel>
      <div className="mt-5">
        <Facts facts={[{ name: w.role, value: nameOfRole(role) }]} />
      </div>
    </>
  )
}

function PasswordForm() {
  const w = useWords(words)
  const { user } = useSession()
  const form = useForm({ current: '', next: '' }, async ({ current, next }, set) => {
    await api.me.update({ password: next, current_password: current })
    tell(w.passwordChanged)
    set({ current: '', next: '' })
    // All sessions have ended, including this one: the next call asks for the new password in place.
    await api.me.retrieve()
  })
  return (
    <FormPanel form={form} action={w.changePassword}>
      {/* The user name under which password managers store the password. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
      <Field label={w.currentPassword} error={form.wrong('current_password')}>
        <Input {...form.text('current')} type="password" required autoComplete="current-password" />
      </Field>
      <Field label={w.newPassword} hint={w.newPasswordHint} error={form.wrong('password')}>
        <Input
          {...form.text('next')}
          type="password"
          required
          minLength={PASSWORD_MIN}
          maxLength={200}
          autoComplete="new-password"
        />
      </Field>
    </FormPanel>
  )
}
