"""Contrast of text with what lies behind it (WCAG 2.2, 1.4.3), where axe-core does not judge: over gradients, such as felt and wood."""

from playwright.sync_api import Page

# Each visible text with the least contrast that any colour behind it gives. Colours become what a canvas makes of them.
_FAINT = """() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
    const known = new Map();
    const rgba = (colour) => {
        if (!known.has(colour)) {
            canvas.clearRect(0, 0, 1, 1);
            canvas.fillStyle = colour;
            canvas.fillRect(0, 0, 1, 1);
            const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
            known.set(colour, [r, g, b, a / 255]);
        }
        return known.get(colour);
    };
    const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
    const light = (rgb) => {
        const [r, g, b] = rgb.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    // What an element paints behind its content: a colour, or every stop of its gradients
    const paint = (style) => {
        const stops = style.backgroundImage.match(/(?:rgba?|color|oklch|oklab|hsla?)\\([^()]*\\)/g) ?? [];
        return (stops.length ? stops : [style.backgroundColor]).map(rgba).filter(([, , , alpha]) => alpha);
    };
    const UNDER = ["hand", "topbar", "felt"]; // beside the text in the page, behind it to the eye; the uppermost first
    const behind = (element) => {
        const layers = [];
        const { x, y, width, height } = element.getBoundingClientRect();
        const [across, down] = [x + width / 2, y + height / 2];
        const lies = ({ left, right, top, bottom }) => left < across && across < right && top < down && down < bottom;
        for (let at = element; at; at = at.parentElement) {
            if (at.id === "board") for (const under of UNDER) {
                const region = document.getElementById(under);
                if (!region.contains(element) && lies(region.getBoundingClientRect())) layers.push(paint(getComputedStyle(region)));
            }
            layers.push(paint(getComputedStyle(at)));
            if (layers.at(-1).length && layers.at(-1).every(([, , , alpha]) => alpha === 1)) break;
        }
        return layers.reverse().filter((layer) => layer.length)
            .reduce((below, layer) => layer.flatMap((colour) => below.map((under) => over(colour, under))), [[255, 255, 255, 1]]);
    };
    const found = new Set(), name = (element) => `<${element.localName} class="${element.className}">`;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { parentElement: element, data } = texts.currentNode;
        if (!data.trim() || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        if (element.closest("svg, script, noscript, option, .hush, [hidden], [aria-disabled], :disabled, label:has(:disabled)")) continue;
        const box = element.getBoundingClientRect(), style = getComputedStyle(element);
        if (box.width < 2 || box.height < 2 || style.backgroundClip === "text") continue;
        let seen = 1;
        for (let at = element; at; at = at.parentElement) seen *= Number(getComputedStyle(at).opacity);
        const [r, g, b, a] = rgba(style.color), size = parseFloat(style.fontSize);
        const enough = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
        const least = Math.min(...behind(element).map((ground) => contrast(over([r, g, b, a * seen], ground), ground)));
        if (least >= enough - 0.01) continue;
        found.add(`contrast ${least.toFixed(2)}, not ${enough}: "${data.trim().slice(0, 60)}" in ${name(element)}`);
    }
    return [...found];
}"""


def faint(page: Page) -> list[str]:
    """What can be read too badly on this page, each with its contrast."""
    return page.evaluate(_FAINT)
