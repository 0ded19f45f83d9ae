import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { screenFiles } from './screen-files.ts'

// Charts, forms and what floats above them are shared by many screens too, but the first screens have none: they come
// with those that do.
const CHARTS_AND_FORMS =
  /react-number-format|lightweight-charts|fancy-canvas|ui\/charts|lib\/forms|form-modal|@mantine\/form|@floating-ui|react-remove-scroll|(?:components|utils)\/(Modal|ModalBase|Drawer|FocusTrap|Overlay|PasswordInput|TextInput|Textarea|Input|InputBase|InlineInput|InputsGroupFieldset|ScrollArea|NumberInput|Select|Combobox|Checkbox|Switch|Tabs|Pagination|Popover|Menu|Tooltip|HoverCard)\//
// Besides what starts the product, small things of several screens, which would bring along all that the first of them
// needs.
const STARTS =
  /web\/src\/main\.tsx|ui\/layout\/(brand-mark|in-slices|legal-links)|ui\/controls\/theme-switch|queries\/use-environment|core\/utils\/(find-element-ancestor|create-scoped-keydown-handler|get-safe-id)/
const FIELDS =
  /lib\/forms|@mantine\/form|components\/(PasswordInput|TextInput|Input|InputBase|InlineInput|InputsGroupFieldset|Checkbox)\//
const LAYERS =
  /@floating-ui|react-remove-scroll|(?:components|utils)\/(Modal|ModalBase|Drawer|FocusTrap|Overlay|ScrollArea|Select|Combobox|Popover|Menu)\//
const isNeededEverywhere = (id: string) => !CHARTS_AND_FORMS.test(id)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), screenFiles()],
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
            { name: 'start', test: STARTS },
            { name: 'shell', test: /app\/shell\/shell\.tsx/ },
            { name: 'dashboard', test: /screens\/dashboard-screen\.tsx/ },
            // The fields of every form, and what opens above a screen: one file each instead of twenty.
            { name: 'fields', test: FIELDS },
            { name: 'layers', test: LAYERS },
            { name: 'login', test: /app\/account-layout\.tsx|auth\/login-page\.tsx/ },
            { name: 'pricing', test: /billing\/pricing\/pricing-page\.tsx/ },
            { name: 'trades', test: /screens\/trade-analytics-screen\.tsx/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
