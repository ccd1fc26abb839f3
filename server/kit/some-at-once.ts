// Processes a list with limited concurrency.

/** A slow item occupies only its own slot. `work` handles its own errors. */
export async function someAtOnce<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}
