import { useAskAnew } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useForm } from '../app/form.ts'
import { useWords } from '../app/language.tsx'
import type { RoleChoice } from '../app/people.tsx'
import { PermissionGrid } from '../app/permission-grid.tsx'
import { permissionGroups } from '../app/permission-words.ts'
import { useMay } from '../app/session.ts'
import { Dialog } from '../design/dialog.tsx'
import { Field, Input } from '../design/field.tsx'
import { FormDialog } from '../design/form.tsx'
import { tell } from '../design/toast.tsx'
import { words } from './roles-words.ts'

interface RoleDialogProps {
  /** Null to create one. */
  role: RoleChoice | null
  permissions: readonly string[]
  onClose: () => void
}

export function RoleDialog({ role, permissions, onClose }: RoleDialogProps) {
  const w = useWords(words)
  const may = useMay()
  const offered = permissions.filter((one) => !(permissionGroups.installation as readonly string[]).includes(one))
  const isChangeable = role === null || (!role.isBuiltIn && may('roles.manage') && role.permissions.every(may))
  if (isChangeable) return <RoleForm role={role} permissions={offered} onClose={onClose} />
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={role.name}
      description={role.isBuiltIn ? w.builtInDetail : may('roles.manage') ? w.notYours : undefined}
    >
      <PermissionGrid chosen={role.permissions} offered={role.isBuiltIn ? role.permissions : offered} />
    </Dialog>
  )
}

function RoleForm({ role, permissions, onClose }: RoleDialogProps) {
  const w = useWords(words)
  const askAnew = useAskAnew()
  const form = useForm({ name: role?.name ?? '', permissions: [...(role?.permissions ?? [])] }, async (values) => {
    if (role) await api.roles.update(role.id, values)
    else await api.roles.create(values)
    await askAnew(['roles'])
    tell(w.saved)
    onClose()
  })
  const loses =
    role?.permissions.includes('conversations.view') && !form.values.permissions.includes('conversations.view')
  return (
    <FormDialog
      form={form}
      title={role ? w.edit(role.name) : w.createTitle}
      description={role ? w.heldBy : undefined}
      action={role ? w.save : w.create}
      isWide
      onClose={onClose}
    >
      <Field label={w.name} error={form.wrong('name')} className="max-w-sm">
        <Input {...form.text('name')} required maxLength={200} autoFocus={role === null} />
      </Field>
      <PermissionGrid
        chosen={form.values.permissions}
        offered={permissions}
        onChoose={(chosen) => form.set({ permissions: chosen })}
      />
      {loses && <p className="text-warn">{w.losesConversations}</p>}
    </FormDialog>
  )
}
