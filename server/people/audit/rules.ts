// What is worth an entry, as `noun.past`: a closed list, so that whoever reads the log knows what could be in it.

export const actions = [
  'token.created',
  'token.revoked',
  'role.created',
  'role.updated',
  'role.deleted',
  'member.added',
  'member.updated',
  'member.removed',
  'invitation.created',
  'invitation.accepted',
  'invitation.revoked',
  'service_user.created',
  'service_user.updated',
  'service_user.removed',
  'password.changed',
  'operator.appointed',
  'organization.created',
  'organization.updated',
  'organization.suspended',
  'organization.resumed',
  'channel_account.updated',
  'channel_account.removed',
  'sender_domain.created',
  'sender_domain.verified',
  'sender_domain.key_rotated',
  'sender_domain.removed',
  'template.created',
  'template.updated',
  'template.deleted',
  'template.submitted',
  'template.approved',
  'template.rejected',
  'template.paused',
  'template.resumed',
  'delivery.resolved',
  'billing_profile.updated',
  'recharge.created',
  'recharge.retried',
  'recharge.succeeded',
  'recharge.failed',
  'auto_recharge.updated',
  'auto_recharge.switched_off',
  'mandate.requested',
  'mandate.given',
  'mandate.ended',
  'refund.requested',
  'refund.approved',
  'refund.rejected',
  'refund.completed',
  'refund.failed',
  'credit.granted',
  'invoice.issued',
  'price_list.published',
  'month.rerated',
  'gateway.updated',
  'gateway.removed',
  'fence.raised',
  'fence.lifted',
  'installation.moved',
  'key.rotated',
  'key.forgotten',
  'contact.exported',
  'contact.erased',
] as const
export type Action = (typeof actions)[number]

export const actors = ['user', 'system', 'command_line'] as const

/** What a change changed, field by field; null when it changed nothing. */
export function changes(
  before: object,
  after: object,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const names = Object.keys(now).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
  if (names.length === 0) return null
  const only = (of: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, of[name] ?? null]))
  return { before: only(old), after: only(now) }
}
