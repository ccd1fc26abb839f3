/** Text of a program, in English and unchanged. */
export const Quoted = ({ text }: { text: string }) => (
  <q lang="en" dir="auto" translate="no" className="wrap-anywhere">
    {text}
  </q>
)
