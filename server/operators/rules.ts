// Pure rules of operators: where they are notified.

import type { Uuid } from '#kit/ids.ts'
import type { OperatorHomeRow } from '#people/members/queries.ts'

/**
 * The organizations in which operators are notified. An operator who belongs to one already chosen for another operator
 * is notified there, any other in the organization that they joined first. `rows` are in joining order.
 */
export function homesOf(rows: readonly OperatorHomeRow[]): Uuid[] {
  const homes = new Set<Uuid>()
  const ofOperators = Map.groupBy(rows, ({ user_id }) => user_id)
  for (const memberships of ofOperators.values()) {
    if (memberships.some(({ org_id }) => homes.has(org_id))) continue
    homes.add((memberships[0] as OperatorHomeRow).org_id)
  }
  return [...homes]
}
