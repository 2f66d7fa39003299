import SingletonTextFormats

/// The script of a page, which shows a counterexample step by step and a lesson as slides, replies to a choice, and opens
/// everything for the printer.
///
/// A page without it shows all steps. It reads nothing but the page and loads nothing; its text has neither `<` nor `&`,
/// which XML would not take.
enum Script {
  static var markup: Markup { .script(text) }

  private static let text: StaticString = """
    const show = (box, step) => {
      const rows = [...box.querySelectorAll('tbody tr')]
      const last = new Map()
      box.querySelectorAll('[data-step]').forEach(part => {
        const own = Number(part.dataset.step)
        part.classList.toggle('later', own > step)
        part.classList.toggle('now', own === step)
        if (own > step || !part.dataset.thread) return
        if (own > Number(last.get(part.dataset.thread)?.dataset.step ?? 0)) last.set(part.dataset.thread, part)
      })
      box.querySelectorAll('.cursor').forEach(part => part.classList.remove('here'))
      if (step !== rows.length + 1) last.forEach(part => part.classList.add('here'))
      box.dataset.shown = step
      box.classList.toggle('begun', step > 1)
      if (document.body.classList.contains('slides')) {
        rows[Math.min(step, rows.length) - 1].scrollIntoView({ block: 'nearest' })
      }
      const cell = step === rows.length + 1 ? null : rows[step - 1].querySelector('.operation').closest('td')
      box.querySelector('output').textContent = cell === null
        ? 'all ' + rows.length + ' steps'
        : 'step ' + step + ' of ' + rows.length + ', '
          + box.querySelectorAll('thead th')[cell.cellIndex].textContent + ': ' + cell.innerText
    }
    document.querySelectorAll('.stepper').forEach(stepper => {
      const box = stepper.parentElement
      const last = box.querySelectorAll('tbody tr').length
      const step = () => Number(box.dataset.shown)
      const [previous, next, all] = stepper.querySelectorAll('button')
      previous.onclick = () => show(box, Math.max(1, step() - 1))
      next.onclick = () => show(box, step() > last ? 1 : Math.min(last, step() + 1))
      all.onclick = () => show(box, last + 1)
      all.onclick()
      stepper.hidden = false
      stepper.onkeydown = event => {
        if (document.body.classList.contains('slides')) return
        if (event.key === 'ArrowRight') next.onclick()
        if (event.key === 'ArrowLeft') previous.onclick()
      }
    })
    document.querySelectorAll('details.answer').forEach(answer => {
      answer.ontoggle = () => {
        const choice = document.querySelector('input[name=' + answer.dataset.question + ']:checked')
        answer.querySelectorAll('.reply').forEach(reply => {
          reply.hidden = choice === null ? true : reply.dataset.choice !== choice.value
        })
      }
    })
    const presenting = document.querySelector('.presenting')
    if (presenting) {
      const slides = [...document.querySelectorAll('main > section')]
      let current = -1
      const present = (index, isBack) => {
        current = index
        document.body.classList.toggle('slides', index >= 0)
        slides.forEach((slide, own) => slide.classList.toggle('current', own === index))
        document.querySelectorAll('.execution').forEach(box => {
          const count = box.querySelectorAll('tbody tr').length
          const isShown = index >= 0 ? slides[index].contains(box) : false
          show(box, isShown ? (isBack ? count : 1) : count + 1)
        })
        scrollTo(0, 0)
      }
      const go = way => {
        const box = slides[current].querySelector('.execution')
        const count = box ? box.querySelectorAll('tbody tr').length : 0
        const step = box ? Number(box.dataset.shown) + way : 0
        if (box ? (step > 0 ? count >= step : false) : false) return show(box, step)
        present(Math.max(0, Math.min(slides.length - 1, current + way)), 0 > way)
      }
      presenting.hidden = false
      presenting.querySelector('button').onclick = () => present(0, false)
      addEventListener('keydown', event => {
        if (0 > current) return
        const isPressed = event.target.closest('button, summary, a') ? event.key === ' ' : false
        const way = isPressed ? 0 : { ArrowRight: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, PageUp: -1 }[event.key]
        if (event.key === 'Escape') present(-1, false)
        if (way) {
          event.preventDefault()
          go(way)
        }
      })
    }
    let opened = []
    addEventListener('beforeprint', () => {
      opened = [...document.querySelectorAll('details:not([open], .raw)')]
      opened.forEach(details => { details.open = true })
    })
    addEventListener('afterprint', () => opened.forEach(details => { details.open = false }))

    """
}
