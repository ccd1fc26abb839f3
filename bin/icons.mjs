// Renders console/public/icon.svg to the PNG icons that phones require. Run it after changing the drawing. The PNGs are
// committed: `npm start` and the console's build do not need this script.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium, MISSING } from './chromium.mjs'
import { root } from './platform.mjs'

const folder = join(root, 'console/public')
const rounded = await readFile(join(folder, 'icon.svg'), 'utf8')
/** Platforms crop this icon to a shape of their own. */
const whole = rounded.replace(/ rx="\d+"/, '')
const pictures = [
  { name: 'icon-192.png', drawing: rounded, size: 192 },
  { name: 'icon-512.png', drawing: rounded, size: 512 },
  { name: 'icon-maskable.png', drawing: whole, size: 512 },
  { name: 'icon-apple.png', drawing: whole, size: 180 },
]

const executablePath = findChromium()
if (!executablePath) throw new Error(MISSING)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  for (const { name, drawing, size } of pictures) {
    await page.setViewportSize({ width: size, height: size })
    const svg = drawing.replace('<svg ', `<svg width="${size}" style="display:block" `)
    await page.setContent(`<body style="margin:0">${svg}`)
    await writeFile(join(folder, name), await page.screenshot({ omitBackground: true }))
  }
} finally {
  await browser.close()
}
