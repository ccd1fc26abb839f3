// Permissions and roles. Pure.

/** Named `noun.verb`. The specification's four about money are independent of each other (spec 1.4). */
export const permissions = [
  'balance.view',
  'wallet.recharge',
  'invoices.download',
  'usage.view',
  'billing.manage',
  'organization.view',
  'organization.manage',
  'users.view',
  'users.manage',
  'roles.manage',
  'tokens.manage',
  'channels.view',
  'channels.manage',
  'templates.view',
  'templates.manage',
  'contacts.view',
  'contacts.manage',
  'groups.view',
  'groups.manage',
  'campaigns.view',
  'campaigns.manage',
  'campaigns.send',
  'forms.view',
  'forms.manage',
  'submissions.view',
  'domains.manage',
  'conversations.view',
  'conversations.manage',
  'conversations.view_all',
  'conversations.assign',
  'messages.view',
  'messages.send',
  'messages.manage',
  'sandbox.use',
  'webhooks.manage',
  'audit.view',
  'templates.approve',
  'installation.operate',
] as const

export type Permission = (typeof permissions)[number]

/** Permissions that a suspended organization cannot use for changes; reading with them continues. */
const STOPPED_BY_SUSPENSION: readonly Permission[] = ['messages.send', 'campaigns.send', 'wallet.recharge']

export function stopsWhileSuspended(permission: string | null, method: string): boolean {
  return method !== 'GET' && STOPPED_BY_SUSPENSION.includes(permission as Permission)
}

/** For operators of the installation only, whatever their role in an organization. */
export const OPERATOR_PERMISSIONS: readonly Permission[] = ['templates.approve', 'installation.operate']

const MONEY: readonly Permission[] = ['balance.view', 'wallet.recharge', 'invoices.download', 'usage.view']
/** Permissions that admins do not have. */
const OF_OWNERS: readonly Permission[] = ['wallet.recharge', 'billing.manage', 'audit.view']
const ordinary = permissions.filter((permission) => !OPERATOR_PERMISSIONS.includes(permission))

/** Without the permissions for operators only. */
export function ordinaryOf(chosen: readonly string[]): string[] {
  return chosen.filter((name) => !(OPERATOR_PERMISSIONS as readonly string[]).includes(name))
}

export const builtInRoles = {
  owner: ordinary,
  admin: ordinary.filter((permission) => !OF_OWNERS.includes(permission)),
  billing: [...MONEY, 'billing.manage', 'organization.view', 'tokens.manage'],
  agent: [
    'organization.view',
    'users.view',
    'tokens.manage',
    'channels.view',
    'templates.view',
    'contacts.view',
    'contacts.manage',
    'groups.view',
    'groups.manage',
    'campaigns.view',
    'campaigns.manage',
    'campaigns.send',
    'forms.view',
    'forms.manage',
    'submissions.view',
    'conversations.view',
    'conversations.manage',
    'conversations.assign',
    'messages.view',
    'messages.send',
    'messages.manage',
    'sandbox.use',
  ],
  viewer: [
    'organization.view',
    'users.view',
    'channels.view',
    'templates.view',
    'contacts.view',
    'groups.view',
    'campaigns.view',
    'forms.view',
    'conversations.view',
    'conversations.view_all',
    'messages.view',
  ],
} as const satisfies Record<string, readonly Permission[]>

export type BuiltInRole = keyof typeof builtInRoles
export const builtInRoleNames = Object.keys(builtInRoles) as BuiltInRole[]

/** The built-in roles that have the permission, for statements that search for members with it. */
export function rolesWith(permission: Permission): BuiltInRole[] {
  return builtInRoleNames.filter((name) => (builtInRoles[name] as readonly Permission[]).includes(permission))
}

/** The built-in roles with no permission beyond those held. */
export function rolesWithin(held: ReadonlySet<string>): BuiltInRole[] {
  return builtInRoleNames.filter((name) => lacking(held, builtInRoles[name]).length === 0)
}

/** A member's permissions: those of the role, and the operator's if the user is one. */
export function permissionsOf(role: readonly string[], isOperator: boolean): Set<Permission> {
  const known = new Set<string>(permissions)
  const granted = role.filter(
    (name): name is Permission => known.has(name) && !OPERATOR_PERMISSIONS.includes(name as Permission),
  )
  return new Set([...granted, ...(isOperator ? OPERATOR_PERMISSIONS : [])])
}

/**
 * A token never has more permissions than its user has at the moment: a permission removed from the role is removed
 * from the token.
 */
export function effectivePermissions(ofUser: ReadonlySet<Permission>, ofToken: readonly string[]): Set<Permission> {
  return new Set([...ofUser].filter((permission) => ofToken.includes(permission)))
}

/** True for a token that has every permission of its user. */
export function hasAllOf(ofUser: ReadonlySet<Permission>, ofToken: readonly string[]): boolean {
  return lacking(new Set(ofToken), [...ofUser]).length === 0
}

/** Permissions that a custom role may contain: all but the operators'. */
export const rolePermissions = ordinary

export function isPermission(name: string): name is Permission {
  return (permissions as readonly string[]).includes(name)
}

export function isBuiltInRole(name: string): name is BuiltInRole {
  return Object.hasOwn(builtInRoles, name)
}

/** The wanted permissions that are not held, in the order of `wanted`. */
export function lacking(held: ReadonlySet<string>, wanted: readonly string[]): string[] {
  return wanted.filter((permission) => !held.has(permission))
}

/** Each permission once, in the order of `permissions`. */
export function inOrder(chosen: Iterable<string>): Permission[] {
  const set = new Set(chosen)
  return permissions.filter((permission) => set.has(permission))
}
