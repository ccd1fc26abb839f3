import type { CreatedToken } from '@samvad/sdk'
import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { indianDay } from '../app/india.ts'
import { useWords } from '../app/language.tsx'
import { usePeople, useRoles } from '../app/people.tsx'
import { PermissionGrid } from '../app/permission-grid.tsx'
import { useMay, useSession } from '../app/session.ts'
import { Field, Input, Select, TextArea } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { words } from './tokens-words.ts'
import { words as developerWords } from './words.ts'

const DAY_SECONDS = 86_400

interface TokenDialogProps {
  /** The initially selected user; null for oneself. */
  userId: string | null
  onMade: (token: CreatedToken) => void
  onClose: () => void
}

export function TokenDialog({ userId, onMade, onClose }: TokenDialogProps) {
  const w = useWords(words)
  const { name } = useWords(developerWords)
  const askAnew = useAskAnew()
  const may = useMay()
  const { user, permissions } = useSession()
  const { roles } = useRoles()
  // For oneself, or for a service user within one's permissions; never for another person.
  const robots = usePeople().filter(({ kind }) => kind === 'service' && may('users.manage'))
  const permissionsOf = (id: string): readonly string[] => {
    const role = robots.find((one) => one.id === id)?.role
    return roles?.find((one) => one.id === role)?.permissions ?? permissions
  }
  const first = robots.some(({ id }) => id === userId) ? (userId ?? '') : ''
  const initial = { name: '', user_id: first, which: 'all', lifetime: '90', day: '', addresses: '' }
  const form = useForm({ ...initial, permissions: [] as string[] }, async (values) => {
    const addresses = values.addresses.split(/[\s,]+/).filter((one) => one !== '')
    const offered = permissionsOf(values.user_id)
    const made = await api.tokens.create({
      name: values.name.trim(),
      permissions: [...(values.which === 'all' ? offered : values.permissions)],
      expires_at: endOf(values),
      ...(values.user_id !== '' && { user_id: values.user_id }),
      ...(addresses.length > 0 && { allowed_addresses: addresses }),
    })
    await askAnew(['tokens'])
    onClose()
    onMade(made)
  })
  const { values } = form
  return (
    <FormDialog
      form={form}
      title={w.createTitle}
      description={w.createDetail}
      action={w.create}
      isWide
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={name} hint={w.nameHint} error={form.wrong('name')}>
          <Input {...form.text('name')} required maxLength={200} autoFocus autoComplete="off" />
        </Field>
        {robots.length > 0 && (
          <Field label={w.whose} error={form.wrong('user_id')}>
            <Select {...form.text('user_id')}>
              <option value="">{`${user.display_name} (${w.me})`}</option>
              {robots.map(({ id, display_name }) => (
                <option key={id} value={id} disabled={!permissionsOf(id).every(may)}>
                  {display_name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={w.ends} error={values.lifetime === 'date' ? null : form.wrong('expires_at')}>
          <Select {...form.text('lifetime')}>
            {Object.entries(w.lifetimes).map(([lifetime, label]) => (
              <option key={lifetime} value={lifetime}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {values.lifetime === 'date' && (
          <Field label={w.day} error={form.wrong('expires_at')}>
            <Input {...form.text('day')} type="date" required min={indianDay()} />
          </Field>
        )}
        <Field
          label={w.addresses}
          hint={w.addressesHint}
          error={form.wrong('allowed_addresses')}
          className="sm:col-span-2"
        >
          <TextArea {...form.text('addresses')} rows={2} spellCheck={false} className="font-mono text-small" />
        </Field>
        <Field label={w.may} error={form.wrong('permissions')}>
          <Select {...form.text('which')}>
            <option value="all">{w.all}</option>
            <option value="chosen">{w.chosen}</option>
          </Select>
        </Field>
      </div>
      {values.which === 'chosen' && (
        <PermissionGrid
          chosen={values.permissions}
          offered={permissionsOf(values.user_id)}
          onChoose={(chosen) => form.set({ permissions: chosen })}
        />
      )}
    </FormDialog>
  )
}

/** Unix seconds, the end of a day in India, or null for no expiry. */
function endOf({ lifetime, day }: { lifetime: string; day: string }): number | string | null {
  if (lifetime === 'never') return null
  if (lifetime === 'date') return `${day}T23:59:59+05:30`
  return Math.floor(Date.now() / 1000) + Number(lifetime) * DAY_SECONDS
}
