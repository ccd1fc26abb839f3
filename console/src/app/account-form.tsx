// A form built from an account's fields.

import { Checkbox, Field, Input, Select, TextArea } from '../design/field.tsx'
import { FormPanel } from '../design/form.tsx'
import { type AccountField, bodyOf, type FieldGroup, type Values, valuesOf } from './account-fields.ts'
import { words } from './account-words.ts'
import { useForm } from './form.ts'
import { useWords } from './language.tsx'

interface AccountFormProps {
  groups: readonly FieldGroup[]
  /** The stored account, without secrets. */
  stored: unknown
  /** The paths of secrets that are stored. */
  hasSecrets: readonly string[]
  onSave: (body: Record<string, unknown>) => Promise<unknown>
}

export function AccountForm({ groups, stored, hasSecrets, onSave }: AccountFormProps) {
  const w = useWords(words)
  const form = useForm<Values>(valuesOf(groups, stored), async (values, set) => {
    await onSave(bodyOf(groups, values))
    set(Object.fromEntries(secretsOf(groups).map((path) => [path, ''])))
  })
  const shown = groups.filter(({ isShown }) => isShown?.(form.values) !== false)
  const fieldsOf = (group: FieldGroup) => (
    <div className="grid gap-4 sm:grid-cols-2">
      {group.fields
        .filter(({ isShown }) => isShown?.(form.values) !== false)
        .map((field) => (
          <AccountControl
            key={field.path}
            field={field}
            value={form.values[field.path] ?? ''}
            error={form.wrong(field.path)}
            isKept={hasSecrets.includes(field.path)}
            onChange={(value) => form.set({ [field.path]: value })}
          />
        ))}
    </div>
  )
  return (
    <FormPanel form={form} action={w.save}>
      {shown.map((group, place) =>
        group.isMore ? (
          <details
            key={group.id}
            // A group with an error is opened, so that the error is visible.
            open={group.fields.some(({ path }) => form.wrong(path) !== null) || undefined}
            className="border-t border-line pt-3"
          >
            <summary className="cursor-pointer font-medium pointer-coarse:py-3">{w.groups[group.id]}</summary>
            <div className="pt-3">{fieldsOf(group)}</div>
          </details>
        ) : (
          <fieldset key={group.id} className="min-w-0">
            <legend className={place === 0 ? 'sr-only' : 'mb-3 w-full border-b border-line pb-1 text-small text-soft'}>
              {w.groups[group.id]}
            </legend>
            {fieldsOf(group)}
          </fieldset>
        ),
      )}
    </FormPanel>
  )
}

const secretsOf = (groups: readonly FieldGroup[]): string[] =>
  groups.flatMap(({ fields }) => fields.filter(({ kind }) => kind === 'secret').map(({ path }) => path))

interface AccountControlProps {
  field: AccountField
  value: string | boolean
  error: string | null
  isKept: boolean
  onChange: (value: string | boolean) => void
}

const wide: readonly AccountField['kind'][] = ['area', 'lines']

function AccountControl({ field, value, error, isKept, onChange }: AccountControlProps) {
  const w = useWords(words)
  const { path, kind, options, isRequired, placeholder } = field
  const [name = path, hint] = w.fields[path] ?? []
  if (kind === 'check')
    return (
      <Checkbox
        name={path}
        label={name}
        hint={hint}
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
        className="self-center"
      />
    )
  const given = {
    name: path,
    value: String(value),
    required: isRequired ?? false,
    placeholder: placeholder ?? '',
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  const { placeholder: _, ...chosen } = given
  return (
    <Field
      label={name}
      hint={kind === 'secret' && isKept ? w.kept : hint}
      error={error}
      className={wide.includes(kind) ? 'sm:col-span-2' : ''}
    >
      {kind === 'select' ? (
        <Select {...chosen}>
          {options?.map((option) => (
            <option key={option} value={option}>
              {w.options[option] ?? option}
            </option>
          ))}
        </Select>
      ) : wide.includes(kind) ? (
        <TextArea {...given} className="font-mono text-small" spellCheck={false} />
      ) : kind === 'secret' ? (
        <Input {...given} type="password" autoComplete="new-password" placeholder={isKept ? '••••••••' : ''} />
      ) : (
        <Input {...given} inputMode={kind === 'number' ? 'numeric' : 'text'} autoComplete="off" spellCheck={false} />
      )}
    </Field>
  )
}
