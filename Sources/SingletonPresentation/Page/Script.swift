import SingletonTextFormats

/// The script of a page, which shows a counterexample step by step, and opens everything for the printer.
///
/// A page without it shows all steps. It reads nothing but the page and loads nothing; its text has neither `<` nor `&`,
/// which XML would not take.
enum Script {
  static var markup: Markup { .script(text) }

  private static let text: StaticString = """
    const show = (box, step) => {
      const rows = [...box.querySelectorAll('tbody tr')]
      rows.forEach((row, index) => {
        row.classList.toggle('later', index >= step)
        row.classList.toggle('now', index + 1 === step)
      })
      box.dataset.step = step
      const cell = step === rows.length + 1 ? null : rows[step - 1].querySelector('.operation').closest('td')
      box.querySelector('output').textContent = cell === null
        ? 'all ' + rows.length + ' steps'
        : 'step ' + step + ' of ' + rows.length + ', '
          + box.querySelectorAll('thead th')[cell.cellIndex].textContent + ': ' + cell.innerText
    }
    document.querySelectorAll('.stepper').forEach(stepper => {
      const box = stepper.parentElement
      const last = box.querySelectorAll('tbody tr').length
      const step = () => Number(box.dataset.step)
      const [previous, next, all] = stepper.querySelectorAll('button')
      previous.onclick = () => show(box, Math.max(1, step() - 1))
      next.onclick = () => show(box, step() > last ? 1 : Math.min(last, step() + 1))
      all.onclick = () => show(box, last + 1)
      all.onclick()
      stepper.hidden = false
    })
    let opened = []
    addEventListener('beforeprint', () => {
      opened = [...document.querySelectorAll('details:not([open], .raw)')]
      opened.forEach(details => { details.open = true })
    })
    addEventListener('afterprint', () => opened.forEach(details => { details.open = false }))

    """
}
