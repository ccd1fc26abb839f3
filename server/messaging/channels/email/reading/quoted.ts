// What is new in an answer, without the mail that it quotes below: what mail programs write above a quotation, in
// English and Hindi, the lines that begin with >, the headers that Outlook repeats, the block that Gmail folds. Quotes
// between which somebody answers stay. When nothing would be left, all of it is the answer.

const LINES_MAX = 20_000
/** An introduction may be broken into so many lines. */
const INTRODUCTION_LINES_MAX = 4
const INTRODUCTION_MAX = 500

/** `On Tue, 10 Mar 2026 at 12:00, Asha <hello@asha.example> wrote:` */
const INTRODUCTIONS = [
  /^\s*(?:>\s*)?On\s[\s\S]{4,}\swrote:\s*$/i,
  // In Hindi it begins with the day: … को … ने लिखा:, … पर … ने लिखा है:
  /^\s*(?:>\s*)?(?=[^\n]{0,40}\d)[\s\S]{4,}\s(?:ने\s+)?लिखा(?:\s+है|\s+था)?\s*[:：]\s*$/,
]
const SEPARATOR =
  /^\s*(?:-{2,}\s*(?:Original Message|Forwarded message|मूल संदेश|अग्रेषित संदेश)\s*-{2,}|_{20,}|Begin forwarded message:)\s*$/i
const OUTLOOK_FROM = /^\s*\*?(?:From|प्रेषक|से)\s*:\*?\s+\S/i
const OUTLOOK_MORE = /^\s*\*?(?:Sent|Date|To|Cc|Subject|भेजा गया|दिनांक|प्रति|विषय)\s*:\*?\s/i

/** The new words of a plain text. */
export function withoutQuoted(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  if (lines.length > LINES_MAX) return text
  const end = beginningOfQuote(lines)
  const answer = lines.slice(0, end).join('\n').trimEnd()
  return answer.trim() === '' ? text : answer
}

function beginningOfQuote(lines: readonly string[]): number {
  const lastUnmarked = lines.findLastIndex((line) => line.trim() !== '' && !isQuote(line))
  const lastMarked = lines.findLastIndex(isQuote)
  /**
   * Whether nothing but what is quoted follows. Behind an introduction a text that is not marked counts as quoted too,
   * as some programs mark nothing; one in which marked and unmarked lines take turns was answered between the lines.
   */
  const isQuoteFrom = (start: number) => (lastMarked >= start ? lastUnmarked < start : !isQuote(lines[start - 1] ?? ''))
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as string
    if (SEPARATOR.test(line) || isOutlookHeader(lines, index)) return index
    const introduced = introductionAt(lines, index)
    if (introduced !== null && isQuoteFrom(introduced)) return index
    if (isQuote(line) && isQuoteFrom(index)) return index
  }
  return lines.length
}

/** Behind it, or null where none begins here. */
function introductionAt(lines: readonly string[], index: number): number | null {
  const first = lines[index] as string
  if (first.trim() === '') return null
  let text = ''
  for (let count = 1; count <= INTRODUCTION_LINES_MAX && index + count <= lines.length; count++) {
    const line = lines[index + count - 1] as string
    if (line.trim() === '') return null
    text = `${text}\n${line}`.trim()
    if (text.length > INTRODUCTION_MAX) return null
    if (INTRODUCTIONS.some((one) => one.test(text))) return index + count
  }
  return null
}

const isQuote = (line: string): boolean => /^\s*>/.test(line)

function isOutlookHeader(lines: readonly string[], index: number): boolean {
  if (!OUTLOOK_FROM.test(lines[index] as string)) return false
  return lines.slice(index + 1, index + 6).filter((line) => OUTLOOK_MORE.test(line)).length >= 2
}

/**
 * Where mail programs fold what they quote: Gmail, Outlook, Thunderbird, Apple Mail, Yahoo. Every repetition has an
 * end, and none passes over the next tag: its time follows the length, whatever somebody writes.
 */
const FOLDED =
  /<(?:div|blockquote)\b[^<>]{0,500}(?:\bclass\s{0,5}=\s{0,5}["']?[^"'<>]{0,200}(?:gmail_quote|moz-cite-prefix|yahoo_quoted|protonmail_quote)|\bid\s{0,5}=\s{0,5}["']?(?:divRplyFwdMsg|appendonsend)|\btype\s{0,5}=\s{0,5}["']?cite)/i
const NO_WORD = /<[^<>]*>|\s|&nbsp;/g

/** The new part of an HTML mail. What is cut off is closed by whoever shows it. */
export function withoutQuotedHtml(html: string): string {
  const at = FOLDED.exec(html)?.index
  return at === undefined || html.slice(0, at).replace(NO_WORD, '') === '' ? html : html.slice(0, at)
}
