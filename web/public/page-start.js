// Runs before the first paint to avoid a flash of the wrong theme; a file, because the content policy forbids inline scripts.
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage is blocked, so the system's colour scheme applies.
  }
  const isChosen = stored === 'light' || stored === 'dark'
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', isChosen ? stored : system)
})()
