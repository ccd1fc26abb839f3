import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXPORTS_AT_ONCE_MAX, EXPORTS_OF_ONE_WAITING_MAX, Exports, type MakePage, type Page } from './exports.ts'
import { refusal } from './refusals.ts'

const PAGES = 4

const busy = () => refusal('temporarily_unavailable', 'database_busy')

/** Pages 0 to 3; `before` is called with the number of each. */
function pages(before: (page: number) => Promise<void> | void = () => {}): MakePage {
  return async (after) => {
    const page = after === null ? 0 : Number(after) + 1
    await before(page)
    return { content: `${page};`, last: page === PAGES - 1 ? null : String(page) }
  }
}

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

const WHOLE = '0;1;2;3;'
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('an export is all of its pages, in order', async () => {
  assert.equal(await textOf(await new Exports().begin('a', pages())), WHOLE)
})

test('what is in the way of the first page refuses the whole, and gives its place back', async () => {
  const exports = new Exports()
  for (let count = 0; count < EXPORTS_AT_ONCE_MAX * 2; count++)
    await assert.rejects(
      exports.begin(
        'a',
        pages(() => Promise.reject(busy())),
      ),
      { code: 'temporarily_unavailable' },
    )
  assert.equal(await textOf(await exports.begin('a', pages())), WHOLE)
})

test('a database that is busy for a moment does not break off what has begun; a defect does', async () => {
  let failures = 2
  const content = await new Exports().begin(
    'a',
    pages((page) => {
      if (page === 2 && failures-- > 0) throw busy()
    }),
  )
  assert.equal(await textOf(content), WHOLE)
  assert.equal(failures, -1)

  const broken = await new Exports().begin(
    'a',
    pages((page) => {
      if (page === 1) throw new Error('a defect')
    }),
  )
  await assert.rejects(textOf(broken), { message: 'a defect' })
})

test('who begins more than may be under way leaves room for others, and is refused beyond what may wait', async () => {
  const exports = new Exports()
  const own = EXPORTS_AT_ONCE_MAX / 2
  const begun = await Promise.all(Array.from({ length: own }, () => exports.begin('crowd', pages())))
  const waiting = Array.from({ length: EXPORTS_OF_ONE_WAITING_MAX }, () => exports.begin('crowd', pages()))
  await assert.rejects(exports.begin('crowd', pages()), { code: 'temporarily_unavailable' })
  assert.equal(await textOf(await exports.begin('other', pages())), WHOLE)
  // One is read completely, one is abandoned; each makes room for a waiting export.
  assert.equal(await textOf(begun[0] as AsyncIterable<Buffer>), WHOLE)
  begun[1]?.destroy()
  for (const next of waiting.slice(0, 2)) assert.equal(await textOf(await next), WHOLE)
  for (const one of begun.slice(2)) one.destroy()
  for (const next of waiting.slice(2)) assert.equal(await textOf(await next), WHOLE)
})

test('pages are made a few at a time, and one organization leaves a place for the pages of another', async () => {
  const exports = new Exports()
  const made: { of: string; end: () => void }[] = []
  const making = (of: string) => pages(() => new Promise<void>((resolve) => made.push({ of, end: resolve })))
  const all = ['crowd', 'crowd', 'crowd', 'crowd', 'other', 'third'].map((of) =>
    exports.begin(of, making(of)).then(textOf),
  )
  await turn()
  assert.deepEqual(
    made.map(({ of }) => of),
    ['crowd', 'other'],
  )
  for (let index = 0; index < 6 * PAGES; index++) {
    while (made[index] === undefined) await turn()
    made[index]?.end()
  }
  assert.deepEqual(await Promise.all(all), Array(6).fill(WHOLE))
  const last = (of: string) => made.findLastIndex((one) => one.of === of)
  assert.ok(last('other') < last('crowd') && last('third') < last('crowd'), 'who asks for one waits for one')
})

test('what its caller gave up while a page was made makes no more', async () => {
  const asked: (string | null)[] = []
  const page = Promise.withResolvers<void>()
  const content = await new Exports().begin('a', async (after): Promise<Page> => {
    asked.push(after)
    if (after !== null) await page.promise
    return { content: 'text', last: 'more' }
  })
  content.on('data', () => {})
  while (asked.length < 2) await turn()
  content.destroy()
  page.reject(busy())
  await turn()
  await turn()
  assert.deepEqual(asked, [null, 'more'])
})
