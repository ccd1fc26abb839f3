// Prometheus metrics of long-lived state: expected or owed money, free disk space, the doctor's last findings. Read by
// one process per installation, on request and at most every half minute.

import { backlogIn } from '#backup/shipping.ts'
import { autoRechargesInGrace } from '#money/auto-recharge/in-grace.ts'
import { awaitedPayments } from '#money/recharges/awaited.ts'
import { waitingRefunds } from '#money/refunds/waiting.ts'
import { readLastCheck } from '#status/last-check.ts'
import { roomOf } from '#status/storage.ts'
import type { Assembled } from './app.ts'
import { freshGauges } from './fresh-gauges.ts'

const KEPT_MS = 30_000

export function measureStanding({ database, settings, clock, log }: Assembled): void {
  const age = (since: Date) => Math.max(0, (clock().getTime() - since.getTime()) / 1000)

  freshGauges(KEPT_MS, (gauge) => {
    const open = gauge('samvad_recharges_open', 'Recharges whose payment status is still checked at the gateway.', [
      'gateway',
    ])
    const refunds = gauge('samvad_refunds_waiting', 'Refunds waiting for a decision or for the gateway, by status.', [
      'status',
    ])
    const refundAge = gauge('samvad_refunds_waiting_oldest_seconds', 'Age of the oldest waiting refund, by status.', [
      'status',
    ])
    const inGrace = gauge(
      'samvad_auto_recharges_in_grace',
      'Organizations whose last automatic recharge failed and is being retried.',
      [],
    )
    return async () => {
      try {
        const { reads } = database
        const [awaited, waiting, graces] = await Promise.all([
          awaitedPayments(reads),
          waitingRefunds(reads),
          autoRechargesInGrace(reads),
        ])
        for (const one of [open, refunds, refundAge]) one.reset()
        for (const { gateway, count } of awaited) open.set({ gateway }, count)
        for (const { status, count, oldest } of waiting) {
          refunds.set({ status }, count)
          refundAge.set({ status }, age(oldest))
        }
        inGrace.set(graces.inGrace)
      } catch (err) {
        log.warn({ err }, 'failed to read payment and refund metrics')
      }
    }
  })

  freshGauges(KEPT_MS, (gauge) => {
    const available = gauge('samvad_data_directory_available_bytes', 'Free space on the file system of DATA_DIR.', [])
    const size = gauge('samvad_data_directory_size_bytes', 'Size of the file system of DATA_DIR.', [])
    const checkedAt = gauge(
      'samvad_doctor_last_check_timestamp_seconds',
      'Time of the last samvad doctor run with this DATA_DIR, 0 if never.',
      [],
    )
    const broken = gauge(
      'samvad_doctor_broken_invariants',
      'Broken invariants found by the last samvad doctor run.',
      [],
    )
    const waiting = gauge('samvad_archive_waiting_segments', 'WAL segments waiting to be archived.', [])
    const waitingAge = gauge(
      'samvad_archive_waiting_oldest_seconds',
      'Age of the oldest WAL segment waiting to be archived, 0 if none.',
      [],
    )
    return async () => {
      try {
        const room = await roomOf(settings.dataDirectory)
        available.set(room.available)
        size.set(room.size)
        const last = await readLastCheck(settings.dataDirectory)
        checkedAt.set((last?.at.getTime() ?? 0) / 1000)
        broken.set(last?.broken.length ?? 0)
        const { count, oldest } = await backlogIn(settings.dataDirectory)
        waiting.set(count)
        waitingAge.set(oldest === null ? 0 : age(oldest))
      } catch (err) {
        log.warn({ err }, 'failed to read DATA_DIR metrics')
      }
    }
  })
}
