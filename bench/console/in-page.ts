// Code that runs in the page, as text, because our types include no browser. Each function waits until its effect is
// painted: until the task after the frame (requestAnimationFrame).

export const IN_PAGE = `(() => {
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => resolve(performance.now())
    channel.port2.postMessage(null)
  }))
  const bench = { painted, keys: [], frames: null, opening: null, tasks: [] }
  globalThis.bench = bench

  // From the key as the browser got it until what it did has been painted.
  addEventListener('keydown', (event) => {
    if (bench.keys) void painted().then((now) => bench.keys.push(now - event.timeStamp))
  }, true)

  bench.keysOf = async (count) => {
    while (bench.keys.length < count) await painted()
    return bench.keys.splice(0)
  }

  bench.startFrames = () => {
    const frames = bench.frames = []
    let last = performance.now()
    const frame = (now) => {
      if (bench.frames !== frames) return
      frames.push(now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  }
  bench.endFrames = () => {
    const frames = bench.frames
    bench.frames = null
    return frames.slice(1)
  }

  const thread = () => document.querySelector('section[aria-label="Messages"]')
  const isThere = (before) => {
    const now = thread()
    return now !== null && now !== before && now.querySelector('article') !== null
  }
  // From the press until another conversation's messages have been painted.
  bench.watchOpening = () => {
    const before = thread()
    bench.opening = new Promise((resolve, fail) => {
      // It holds what it closes over, the thread of before with it, until it is cleared.
      const timer = setTimeout(() => fail(new Error('it did not open')), 60_000)
      let began = null
      const begin = (event) => {
        if (event.type === 'keydown' && !['Enter', 'o'].includes(event.key)) return
        began ??= event.timeStamp
      }
      addEventListener('pointerdown', begin, true)
      addEventListener('keydown', begin, true)
      const look = () => {
        if (began === null || !isThere(before)) return requestAnimationFrame(look)
        removeEventListener('pointerdown', begin, true)
        removeEventListener('keydown', begin, true)
        clearTimeout(timer)
        void painted().then((now) => resolve(now - began))
      }
      requestAnimationFrame(look)
    })
  }

  // Of a thread: all of it has come, and one is at its beginning.
  bench.isAtBeginning = () => {
    const box = thread()
    const hasMore = box.firstElementChild.firstElementChild.querySelector(':scope > button') !== null
    return !hasMore && box.scrollHeight - box.clientHeight + box.scrollTop < 5
  }

  // From the navigation until list and composer are painted and what is written into the composer stands there.
  bench.interactive = new Promise((resolve, fail) => {
    const look = () => {
      const field = document.querySelector('form[aria-label="Write"] textarea')
      if (!field || !document.querySelector('[data-conversation]')) return requestAnimationFrame(look)
      field.focus()
      // What an earlier visit wrote may still stand there: it left before its draft was gone.
      const before = field.value.length
      document.execCommand('insertText', false, 'x')
      void painted().then((now) => {
        if (field.value.length !== before + 1) return fail(new Error('the composer does not answer'))
        document.execCommand('delete')
        resolve(now)
      })
    }
    requestAnimationFrame(look)
  })
  bench.paints = () => Object.fromEntries(performance.getEntriesByType('paint').map((one) => [one.name, one.startTime]))
})()`
