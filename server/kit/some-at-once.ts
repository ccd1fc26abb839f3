// Works through a list, so many at a time.

/** One that takes long holds up its own place, not all that come behind it. `work` catches what is its own trouble. */
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
