// Spending: a ring chart of the channels, each with the previous month's amount, and a table of message kinds.

import { channelDescriptions } from '#channels/table.ts'
import { type Doc, GUTTER, INK, LEFT, LINE, MUTED, regular, strong, WIDTH } from '#money/invoices/pdf/sheet.ts'
import type { Summary } from '../schema.ts'
import { drawBar, drawRing } from './charts.ts'
import { drawHeading } from './figures.ts'
import { channelTitle, count, kindTitle, microsOf, monthName, rupees, sentOf } from './words.ts'

const LEFT_WIDTH = 246
const RIGHT_X = LEFT + LEFT_WIDTH + GUTTER
const RIGHT_WIDTH = WIDTH - LEFT_WIDTH - GUTTER
const RADIUS = 36
const THICK = 15
const CHANNEL_HEIGHT = 34
const ROW_HEIGHT = 17

export function drawBreakdown(doc: Doc, summary: Summary, y: number): number {
  return Math.max(drawChannels(doc, summary, y), drawKinds(doc, summary, y))
}

function drawChannels(doc: Doc, { by_channel, previous }: Summary, top: number): number {
  const y = drawHeading(doc, 'By channel', LEFT, top) + 2
  const slices = by_channel.map(({ channel, amount }) => ({
    color: channelDescriptions[channel].color,
    micros: microsOf(amount),
  }))
  drawRing(doc, LEFT + RADIUS + THICK / 2, y + RADIUS + THICK / 2 + 3, RADIUS, THICK, slices)
  const x = LEFT + 2 * RADIUS + THICK + 18
  const width = LEFT + LEFT_WIDTH - x
  if (by_channel.length === 0)
    regular(doc, 8.5, MUTED).text('No messages were sent this month or last month.', x, y + 30, { width })
  const all = by_channel.flatMap(({ amount, previous_amount }) => [microsOf(amount), microsOf(previous_amount)])
  const most = Number(all.reduce((max, one) => (one > max ? one : max), 1n))
  by_channel.forEach(({ channel, amount, previous_amount }, index) => {
    const at = y + index * CHANNEL_HEIGHT
    const [now, before] = [microsOf(amount), microsOf(previous_amount)]
    doc.circle(x + 3, at + 6.5, 3).fill(channelDescriptions[channel].color)
    regular(doc, 8.5, INK).text(channelTitle(channel), x + 11, at, { lineBreak: false })
    strong(doc, 8.5, INK).text(rupees(now), x, at, { width, align: 'right', lineBreak: false })
    drawBar(doc, { x, y: at + 14, width, height: 5 }, Number(now) / most, channelDescriptions[channel].color)
    drawBar(doc, { x, y: at + 21, width, height: 3 }, Number(before) / most, '#b4c0c9')
  })
  const end = y + Math.max(by_channel.length * CHANNEL_HEIGHT + 8, 2 * RADIUS + THICK + 6)
  if (by_channel.length > 0)
    regular(doc, 7, MUTED).text(
      `Grey bars: ${monthName(previous.month)}`,
      x,
      y + by_channel.length * CHANNEL_HEIGHT - 2,
      {
        width,
        lineBreak: false,
      },
    )
  return end
}

function drawKinds(doc: Doc, { by_kind, total }: Summary, top: number): number {
  let y = drawHeading(doc, 'By message type', RIGHT_X, top)
  const cells = (
    draw: (text: string, at: number, width: number) => void,
    [one, two, three]: [string, string, string],
  ) => {
    draw(one, RIGHT_X + RIGHT_WIDTH * 0.44, RIGHT_WIDTH * 0.18)
    draw(two, RIGHT_X + RIGHT_WIDTH * 0.62, RIGHT_WIDTH * 0.15)
    draw(three, RIGHT_X + RIGHT_WIDTH * 0.77, RIGHT_WIDTH * 0.23)
  }
  const right =
    (size: number, color: string, isStrong = false) =>
    (text: string, x: number, width: number) =>
      fitted(isStrong ? strong(doc, size, color) : regular(doc, size, color), text, size, x, y, width)
  cells(right(7, MUTED), ['Sent', 'Failed', 'Spent'])
  y += 12
  for (const { kind, amount, failed, ...counts } of by_kind) {
    doc
      .moveTo(RIGHT_X, y)
      .lineTo(RIGHT_X + RIGHT_WIDTH, y)
      .lineWidth(0.5)
      .stroke(LINE)
    y += 4
    fitted(regular(doc, 8.5, INK), kindTitle(kind), 8.5, RIGHT_X, y, RIGHT_WIDTH * 0.44, 'left')
    cells(right(8.5, INK), [count(sentOf(counts)), count(failed), rupees(microsOf(amount))])
    y += ROW_HEIGHT - 4
  }
  doc
    .moveTo(RIGHT_X, y)
    .lineTo(RIGHT_X + RIGHT_WIDTH, y)
    .lineWidth(0.9)
    .stroke(MUTED)
  y += 4
  strong(doc, 8.5, INK).text('Total', RIGHT_X, y, { lineBreak: false })
  cells(right(8.5, INK, true), [count(sentOf(total)), count(total.failed), rupees(microsOf(total.amount))])
  return y + ROW_HEIGHT
}

/** A little smaller rather than over its neighbour. */
function fitted(
  doc: Doc,
  text: string,
  size: number,
  x: number,
  y: number,
  width: number,
  align: 'left' | 'right' = 'right',
): void {
  const room = width - 5
  const own = doc.widthOfString(text)
  const fitting = own > room ? (size * room) / own : size
  doc.fontSize(fitting)
  const at = align === 'right' ? x + width - doc.widthOfString(text) : x
  doc.text(text, at, y + (size - fitting), { lineBreak: false })
}
