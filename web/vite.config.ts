import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'

// Charts, forms and what floats above them are shared by many screens too, but the first screens have none: they come
// with those that do.
const CHARTS_AND_FORMS =
  /react-number-format|lightweight-charts|fancy-canvas|ui\/charts|lib\/forms|form-modal|@mantine\/form|@floating-ui|react-remove-scroll|(?:components|utils)\/(Modal|ModalBase|Drawer|FocusTrap|Overlay|PasswordInput|TextInput|Textarea|Input|InputBase|InlineInput|InputsGroupFieldset|ScrollArea|NumberInput|Select|Combobox|Checkbox|Switch|Tabs|Pagination|Popover|Menu|Tooltip|HoverCard)\//
const isNeededEverywhere = (id: string) => !CHARTS_AND_FORMS.test(id)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // Gives stylesheets light-dark() and nesting as the component library writes them.
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Fonts and images stay files, because the content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Modules shared by many screens form one chunk: one request instead of thirty tiny ones.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', minShareCount: 12, test: isNeededEverywhere },
            // Each with what only it needs, in this order: what starts the product does not wait for the shell, and the
            // shell not for a screen.
            { name: 'start', test: /web\/src\/main\.tsx|ui\/layout\/brand-mark|ui\/controls\/theme-switch/ },
            { name: 'shell', test: /app\/shell\/shell\.tsx/ },
            { name: 'dashboard', test: /screens\/dashboard-screen\.tsx/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
