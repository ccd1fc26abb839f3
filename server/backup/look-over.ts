// The last step of every restore: migrates to this version, raises the fence, and runs the doctor.

import type pg from 'pg'
import { checkOneSnapshot, type Finding } from '#doctor/actions.ts'
import { raiseFence } from '#installation/actions.ts'
import { openDatabase } from '#kit/database/database.ts'
import { migrate } from '#kit/database/migrate.ts'
import { PATIENT_CONNECTION_TIMEOUT_MS } from '#kit/database/transaction-pool.ts'

const DATABASE_CONNECTIONS = 2
/** Also when it was restored to its original location. */
const REASON = 'it was restored from a backup'

/** The doctor's findings; null when it was not run. */
export async function lookOver(
  connection: pg.ClientConfig,
  isChecked: boolean,
  say: (sentence: string) => void,
): Promise<Finding[] | null> {
  await migrate(connection)
  const database = openDatabase(
    { connectionTimeoutMillis: PATIENT_CONNECTION_TIMEOUT_MS, ...connection },
    DATABASE_CONNECTIONS,
  )
  try {
    await database.transaction((tx) => raiseFence(tx, REASON, new Date()))
    if (!isChecked) return null
    say('checking the restored data')
    return await checkOneSnapshot(database)
  } finally {
    await database.close()
  }
}
