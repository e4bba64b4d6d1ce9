# Sphinx's settings for the documentation's site. scripts/docs.sh uses them.
import os

project = "Warpschool"
html_title = os.environ.get("WARPSCHOOL_SITE_TITLE", project)
extensions = ["myst_parser"]
myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]
# The headings of exercises begin at the first level and go on at the second; a page may lead to files that are no pages.
suppress_warnings = ["myst.header"]
highlight_language = "text"
exclude_patterns = []
# Sphinx's own theme: it is there wherever Sphinx is, and needs nothing but its own files.
html_theme = "alabaster"
html_theme_options = {
    "fixed_sidebar": True,
    "page_width": "80rem",
    "sidebar_width": "17rem",
    "font_family": "system-ui, sans-serif",
    "head_font_family": "system-ui, sans-serif",
    "show_powered_by": False,
    "show_relbars": False,
    "description": "A graded CUDA course in a box",
}
html_sidebars = {"**": ["about.html", "searchbox.html", "navigation.html"]}
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_last_updated_fmt = None
