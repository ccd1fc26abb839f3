// samvad backup

import { resolve } from 'node:path'
import { mustNotExist, writeNewFile } from '#backup/new-file.ts'
import { takeSnapshot } from '#backup/snapshot.ts'
import { backupOf } from '#backup/write.ts'
import { CannotStart } from '#kit/cannot-start.ts'
import { attachmentStore } from '#messaging/attachments/store/stores.ts'
import { secretKeyOf } from '#program/secret-key.ts'
import { keepLastBackup } from '#status/backups.ts'
import { command } from './command.ts'
import { encryptingOptions, newPassphrase } from './passphrase.ts'
import { aborted, say, version } from './program.ts'

const NOT_ENCRYPTED =
  'The backup is not encrypted and contains the secret key. Anyone who can read it can read all data. Protect it like DATA_DIR, or use --passphrase.'

export const backupCommand = command({
  noun: 'backup',
  verb: null,
  usesStore: true,
  summary: 'back up the whole installation (database and secret key) to one file while it runs',
  options: {
    to: {
      type: 'string',
      required: true,
      value: 'FILE',
      meaning: 'output file, which must not exist; - for standard output',
    },
    ...encryptingOptions,
  },
  async run({ app, connection, options }) {
    const { to } = options
    if (to !== '-') await mustNotExist(to)
    if (to === '-' && process.stdout.isTTY)
      throw new CannotStart('--to -: standard output is a terminal. Redirect it to a file or pipe it to a program.')
    const passphrase = await newPassphrase(options, app.settings.backupPassphrase)
    if (passphrase === null) say(NOT_ENCRYPTED)
    const secretKey = app.settings.secretKey ?? (await secretKeyOf(app.settings.dataDirectory))
    const signal = aborted()
    const snapshot = await takeSnapshot(connection)
    try {
      let rows = 0
      let files = 0
      const source = backupOf(snapshot, {
        version: await version(),
        secretKey,
        passphrase,
        attachments: attachmentStore(app.settings),
        onFiles({ contents, missing }) {
          files = contents.rows
          if (files > 0) say(`attachments: ${files} files, ${contents.bytes} bytes`)
          if (missing > 0)
            say(`attachments: ${missing} files are missing from storage; run bin/samvad doctor for a list`)
        },
        onTable(name, contents) {
          rows += contents.rows
          if (contents.rows > 0) say(`${name}: ${contents.rows} rows`)
        },
      })
      const bytes = await (to === '-' ? toStandardOutput(source, signal) : writeNewFile(to, async () => source, signal))
      const data = {
        file: to,
        bytes,
        taken_at: snapshot.takenAt.toISOString(),
        tables: snapshot.tables.length,
        rows,
        files,
        is_encrypted: passphrase !== null,
      }
      // For `samvad status`; an unwritable folder does not affect the backup.
      const file = to === '-' ? 'standard output' : resolve(to)
      await keepLastBackup(app.settings.dataDirectory, { at: snapshot.takenAt, file }).catch(() => {})
      const lines = [`${to}: ${bytes} bytes, ${rows} rows, snapshot of ${data.taken_at}`]
      return { data, lines, isBesideOutput: to === '-' }
    } finally {
      await snapshot.close()
    }
  },
})

async function toStandardOutput(source: AsyncIterable<Buffer>, signal: AbortSignal): Promise<number> {
  let bytes = 0
  // Errors of the stream are also reported to its writer.
  process.stdout.on('error', () => {})
  for await (const chunk of source) {
    signal.throwIfAborted()
    bytes += chunk.length
    await new Promise<void>((resolve, reject) =>
      process.stdout.write(chunk, (error) => {
        if (!error) return resolve()
        reject(new Error(`Writing to standard output failed, so the backup is incomplete: ${error.message}`))
      }),
    )
  }
  return bytes
}
