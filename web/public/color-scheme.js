// Runs before the first paint, as a file because the content policy forbids inline scripts: no flash of the wrong theme.
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage is blocked: the system's choice decides.
  }
  const isChosen = stored === 'light' || stored === 'dark'
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', isChosen ? stored : system)
})()
