/** A text with commands and names between backticks: shown as code, and the same in every language. */
export function Coded({ text }: { text: string }) {
  let at = 0
  return text.split('`').map((piece, index) => {
    const key = at
    at += piece.length + 1
    return index % 2 === 0 ? (
      piece
    ) : (
      <code key={key} translate="no" className="font-mono text-small">
        {piece}
      </code>
    )
  })
}
