// Writes docs/screenshots/README.md, which shows and describes each screenshot on a code host.

import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Picture } from './camera.ts'

const themes = { light: 'light', dark: 'dark' }
const languages = { en: 'English', hi: 'Hindi' }

const HEAD = `# Screenshots

Every page with much in it, with the ugliest that people write, with nothing, and for somebody who may not see it; light and
dark, English and Hindi, 1280 and 360 pixels wide. Made by \`npm run screenshots\`, of a shop that works for ten weeks on an
installation of its own.

| picture | theme | language | width |
|---|---|---|---|
`

export async function writeListing(folder: string, pictures: Picture[]): Promise<void> {
  const taken = new Set(await readdir(folder))
  const shown = pictures.filter(({ name }) => taken.has(`${name}.webp`))
  const rows = shown.map(
    ({ name, look }) =>
      `| [${name}](${name}.webp) | ${themes[look.scheme]} | ${languages[look.language]} | ${look.width} |`,
  )
  await writeFile(join(folder, 'README.md'), `${HEAD}${rows.join('\n')}\n`)
}
