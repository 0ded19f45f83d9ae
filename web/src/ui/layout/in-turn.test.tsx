import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { InTurn } from './in-turn.tsx'

test('the parts of a screen are drawn one after the other, each in its place', async () => {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  const seen: string[] = []
  new MutationObserver(() => seen.push(place.textContent)).observe(place, { childList: true, subtree: true })
  root.render(
    ['a', 'b', 'c'].map((part) => (
      <InTurn key={part} meanwhile={<i>–</i>}>
        <b>{part}</b>
      </InTurn>
    )),
  )
  await expect.poll(() => place.textContent).toBe('abc')
  expect(seen).toEqual(['–––', 'a––', 'ab–', 'abc'])
})
