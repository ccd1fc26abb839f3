// External HTML, sanitized for display.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PICTURES_MAX, picturesIn, sanitised } from './sanitised.ts'

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
  assert.match(clean, /<img alt="A" data-picture="0" \/>/)
  assert.match(clean, /<td colspan="2">1<\/td>/)
})

test('spec 18.4: however deep it is nested, it comes back', async () => {
  assert.match(await sanitised(`${'<div>'.repeat(20_000)}deep`), /deep|^(?:<div>)*/)
})

test('spec 18.60: a picture that lies elsewhere keeps its place and never its address; what only tells that a mail was read has none', async () => {
  const html = `<img src="https://shop.example/a.png" alt="A" data-picture="7" srcset="https://spy.example/2x.png 2x">
    <img src="https://spy.example/p.gif" width="1" height="1"><img src="https://spy.example/q.gif" style="display: none">
    <img src="https://spy.example/r.gif" width="0"><img src="https://spy.example/s.gif" hidden>
    <img src="https://spy.example/t.gif" style="width:1px;height:1px"><img src="data:image/png;base64,AAAA">
    <img src="cid:a@b"><img src="file:///etc/passwd"><img src="//spy.example/u.png"><img src="javascript:a()">
    <img src="https://user:word@spy.example/v.png"><script><img src="https://spy.example/w.png"></script>
    <div style="background:url(https://spy.example/x.png)"><img width="100" height="10" src=" HTTP://Shop.Example/b c.jpg "></div>`
  const clean = await sanitised(html)
  assert.doesNotMatch(clean, /spy|shop|src|style|etc|base64/i)
  assert.deepEqual(await picturesIn(html), ['https://shop.example/a.png', 'http://shop.example/b%20c.jpg'])
  assert.deepEqual(clean.match(/<img[^>]* data-picture="\d+"[^>]*>/g), [
    '<img alt="A" data-picture="0" />',
    '<img width="100" height="10" data-picture="1" />',
  ])
  const inline = new Map([
    ['a@b', 'att_1'],
    ['two words', 'att_2'],
  ])
  assert.equal(
    await sanitised(
      '<img src="cid:a@b" alt="A"><img src=" CID:two%20words "><img src="cid:none"><img data-attachment="att_9"><img src="cid:%">',
      inline,
    ),
    '<img alt="A" data-attachment="att_1" /><img data-attachment="att_2" /><img /><img /><img />',
  )
  const many = '<img src="https://shop.example/a.png">'.repeat(PICTURES_MAX + 5)
  assert.equal((await picturesIn(many)).length, PICTURES_MAX)
  assert.equal((await sanitised(many)).match(/data-picture/g)?.length, PICTURES_MAX)
})
