// Pure rules of operating: where operators are told.

import type { Uuid } from '#kit/ids.ts'
import type { OperatorHomeRow } from '#people/members/queries.ts'

/**
 * Organizations in which each operator is told: of operators who share one, that one; of any other the first that they
 * joined. `rows` are in the order in which they joined.
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
