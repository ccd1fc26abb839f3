// `npm run screenshots [-- WORDS]`: writes screenshots of every page (or those whose names contain one of the words) to
// docs/screenshots, from a temporary installation. `--stay`: keeps the installation running, prints its address, and
// takes each typed line as words until an empty line, for work on a page.

import assert from 'node:assert/strict'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startSamvad } from '../../harness.ts'
import { providePostgres } from '../../postgres.ts'
import { PASSWORD } from './acting.ts'
import { openCamera, type Picture } from './camera.ts'
import { writeListing } from './listing.ts'
import { picturesOf } from './pages.ts'
import { NOW, playStory } from './story.ts'

const FOLDER = process.env.SAMVAD_SCREENSHOTS ?? fileURLToPath(new URL('../../../docs/screenshots', import.meta.url))
/** Limit for the repository, which people clone. */
const BYTES_MAX = 10_000_000

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const stays = process.argv.includes('--stay')
await providePostgres()
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' }, { breaks: 'all' })

/** After this the end no longer waits for open requests: a stream, or a call to an address that does not answer. */
const END_MAX_MS = 20_000

test('pictures of every page', async () => {
  let isDone = false
  const end = () => setTimeout(() => process.exit(isDone ? 0 : 1), END_MAX_MS).unref()
  try {
    await takePictures()
    isDone = true
  } catch (error) {
    // The process ends before the reporter would print it.
    console.error(error)
    throw error
  } finally {
    end()
  }
})

async function takePictures(): Promise<void> {
  samvad.startWorker()
  console.log('Two companies work for ten weeks …')
  const story = await playStory(samvad, PASSWORD)
  const camera = await openCamera(samvad.url, NOW, PASSWORD, stays)
  samvad.beforeEnd(() => camera.close())
  const all = picturesOf(story)
  await mkdir(FOLDER, { recursive: true })
  if (!stays || words.length > 0) await takeAll(camera.take, chosen(all, words))
  if (stays) {
    console.log(`${samvad.url}/console/sign-in ${story.full.emails[0]} ${PASSWORD}`)
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() === '') break
      await takeAll(camera.take, chosen(all, line.trim().split(/\s+/)))
    }
  }
  if (words.length === 0 && !stays) await forget(all)
  await writeListing(FOLDER, all)
  const bytes = await sizeOf(FOLDER)
  console.log(`${all.length} pictures, ${(bytes / 1e6).toFixed(1)} MB in all`)
  assert.ok(bytes < BYTES_MAX, `more than ${BYTES_MAX} bytes`)
}

const chosen = (all: Picture[], wanted: string[]) =>
  wanted.length === 0 ? all : all.filter(({ name }) => wanted.some((word) => name.includes(word)))

async function takeAll(take: (picture: Picture, file: string) => Promise<number>, pictures: Picture[]): Promise<void> {
  for (const picture of pictures) {
    const bytes = await take(picture, join(FOLDER, `${picture.name}.webp`))
    console.log(`${picture.name} ${Math.round(bytes / 1000)} kB`)
  }
}

/** Deletes screenshots of pages that no longer exist. */
async function forget(all: Picture[]): Promise<void> {
  const named = new Set(all.map(({ name }) => `${name}.webp`))
  for (const file of await readdir(FOLDER)) if (file.endsWith('.webp') && !named.has(file)) await rm(join(FOLDER, file))
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (file) => (await stat(join(folder, file))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
