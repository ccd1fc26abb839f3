// Receipts of parts of long messages. Concurrent ones are looked up together, across organizations; most receipts
// concern whole messages and change nothing here.

import type { App } from '#kit/app.ts'
import { GroupCommit } from '#kit/group-commit.ts'
import type { Uuid } from '#kit/ids.ts'
import type { PartReport, PartStatus, ReportedPartRow } from '../queries.ts'
import * as queries from '../queries.ts'

const TOGETHER_MAX = 500
const WAITING_MAX = 1000

/** All parts of the message in their current state. */
export interface ReportedMessage {
  deliveryId: Uuid
  parts: PartStatus[]
}

/** Null when it matches no part, or several. */
export type ReportPart = (report: PartReport) => Promise<ReportedMessage | null>

export function createPartReports({ database, groupOf }: Pick<App, 'database' | 'groupOf'>): ReportPart {
  const commit = new GroupCommit<PartReport, ReportedMessage | null>(
    async (_group, reports) => {
      const known = await database.reads.rows<Named>(queries.namesOfParts(reports))
      const names = new Set(known.map(nameOf))
      const ofParts = reports.filter(({ organizationId: org_id, providerId: provider_id }) =>
        names.has(nameOf({ org_id, provider_id })),
      )
      const noted = new Map<PartReport, Promise<ReportedMessage | null>>()
      for (const [organizationId, own] of Map.groupBy(ofParts, (one) => one.organizationId)) {
        const messages = note(organizationId, own)
        own.forEach((report, place) => {
          noted.set(
            report,
            messages.then((all) => all[place] ?? null),
          )
        })
      }
      return reports.map((report) => noted.get(report) ?? null)
    },
    () => 1,
    { flushWeightMax: TOGETHER_MAX, waitingMax: WAITING_MAX },
  )

  /** By the index of the report. */
  async function note(organizationId: Uuid, reports: readonly PartReport[]): Promise<(ReportedMessage | undefined)[]> {
    const rows = await database.transaction(async (tx) => {
      await tx.run(queries.lockMessagesOf(organizationId, reports))
      return tx.rows<ReportedPartRow>(queries.reportParts(organizationId, reports))
    }, organizationId)
    const byPlace = Map.groupBy(rows, ({ place }) => place)
    return reports.map((_, place) => {
      const parts = byPlace.get(place)
      const [first] = parts ?? []
      return first && { deliveryId: first.delivery_id, parts: (parts ?? []).map(({ status }) => status) }
    })
  }

  return (report) => commit.submit(groupOf(report.organizationId), report.organizationId, report)
}

interface Named {
  org_id: Uuid
  provider_id: string
}

const nameOf = ({ org_id, provider_id }: Named): string => `${org_id} ${provider_id}`
