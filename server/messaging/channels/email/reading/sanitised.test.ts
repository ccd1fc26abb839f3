// HTML of others, before a page shows it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanitised } from './sanitised.ts'

test('spec 7.58, 18.4: what could run, be sent or be fetched is gone; words, form and links stay', async () => {
  const html = `<style>p{}</style><p onclick="a()" style="color:red">Hi <b>Ravi</b></p><script>a()</script>
    <a href="javascript:a()">x</a><a href="https://shop.example/" target="_top">shop</a><img src="https://spy.example/a.png" alt="A">
    <form action="https://evil.example"><input name=a></form><iframe src="//evil.example"></iframe><svg onload=a()></svg>
    <table><tr><td colspan="2">1</td></tr></table>`
  const clean = await sanitised(html)
  assert.doesNotMatch(clean, /script|onclick|style|javascript|spy\.example|evil|form|iframe|svg|onload/i)
  assert.match(clean, /<p>Hi <b>Ravi<\/b><\/p>/)
  assert.match(
    clean,
    /<a href="https:\/\/shop\.example\/" rel="noopener noreferrer nofollow" target="_blank">shop<\/a>/,
  )
  assert.match(clean, /<img alt="A" \/>/)
  assert.match(clean, /<td colspan="2">1<\/td>/)
})

test('spec 18.4: however deep it is nested, it comes back', async () => {
  assert.match(await sanitised(`${'<div>'.repeat(20_000)}deep`), /deep|^(?:<div>)*/)
})
