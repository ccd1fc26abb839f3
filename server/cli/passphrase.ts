// The passphrase of a backup or an archive: from its setting, from a file, or typed. Never an argument, like all
// secrets.

import { StringDecoder } from 'node:string_decoder'
import { UsageError } from './command.ts'
import { textOfFile } from './named.ts'

const passphrase = { type: 'boolean', meaning: 'encrypt with a passphrase; you are prompted for it' } as const

export const encryptingOptions = {
  passphrase,
  'passphrase-file': {
    type: 'string',
    value: 'FILE',
    meaning:
      'file whose first line is the passphrase; or set SAMVAD_BACKUP_PASSPHRASE (backup) or SAMVAD_ARCHIVE_PASSPHRASE (archive)',
  },
} as const

export const decryptingOptions = {
  ...encryptingOptions,
  passphrase: { ...passphrase, meaning: 'decrypt with a passphrase; you are prompted for it' },
} as const

export interface PassphraseWords {
  passphrase?: boolean
  'passphrase-file'?: string
}

const BACKUP = { of: 'backup', setting: 'SAMVAD_BACKUP_PASSPHRASE' }
export const ARCHIVE = { of: 'archive', setting: 'SAMVAD_ARCHIVE_PASSPHRASE' }

/** Null when none is given. */
export async function saidPassphrase(words: PassphraseWords, fromSettings: string | null): Promise<string | null> {
  const file = words['passphrase-file']
  if (file === undefined) return words.passphrase ? null : fromSettings
  const [line = ''] = (await textOfFile('passphrase-file', file)).split(/\r?\n/)
  if (line === '') throw new UsageError(`--passphrase-file ${file}: the first line is empty`)
  return line
}

/** Typed twice, so that a typo does not lock everybody out. */
export async function newPassphrase(words: PassphraseWords, fromSettings: string | null): Promise<string | null> {
  const said = await saidPassphrase(words, fromSettings)
  if (said !== null || !words.passphrase) return said
  const typed = await ask('Passphrase: ')
  if (typed === '') throw new UsageError('The passphrase is empty.')
  if ((await ask('Repeat the passphrase: ')) !== typed) throw new UsageError('The passphrases do not match.')
  return typed
}

export async function knownPassphrase(
  words: PassphraseWords,
  fromSettings: string | null,
  { of, setting } = BACKUP,
): Promise<string> {
  return (await saidPassphrase(words, fromSettings)) ?? (await ask(`Passphrase of the ${of}: `, setting))
}

/** On a terminal, without echo. */
async function ask(question: string, setting = BACKUP.setting): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY)
    throw new UsageError(
      `A passphrase is required and standard input is not a terminal. Use --passphrase-file FILE or set ${setting}.`,
    )
  stderr.write(question)
  stdin.setRawMode(true).resume()
  const decoder = new StringDecoder('utf8')
  try {
    return await new Promise<string>((resolve, reject) => {
      let typed = ''
      const take = (bytes: Buffer) => {
        for (const character of decoder.write(bytes)) {
          if (character === '\r' || character === '\n' || character === '\u0004') {
            stdin.off('data', take)
            return resolve(typed)
          }
          if (character === '\u0003') {
            stdin.off('data', take)
            return reject(new Error('Cancelled.'))
          }
          if (character === '\u007f' || character === '\b') typed = [...typed].slice(0, -1).join('')
          else typed += character
        }
      }
      stdin.on('data', take)
    })
  } finally {
    stdin.setRawMode(false).pause()
    stderr.write('\n')
  }
}
